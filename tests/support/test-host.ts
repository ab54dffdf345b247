import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../../host/cms';
import { readConfig } from '../../host/config';
import { startHost, type RunningHost } from '../../host/server';
import type { ActivationOptions } from '../../plugin/index';
import * as plugin from '../../plugin/index';
import { Api } from './api';
import { ManualClock } from './clock';
import { freshDatabase, type Family } from './databases';
import { ROOT } from './root';

export const ADMIN_PASSWORD = 'correct horse battery staple';

/** A running reference host on a database of its own, with a manual clock and everything a test asks it. */
export interface TestHost {
  host: RunningHost;
  clock: ManualClock;
  /** As the administrator, by application password. */
  api: Api;
  /** Events that were logged. */
  log: { level: string; event: string; data: Record<string, unknown> }[];
  dataDir: string;
  /** Runs the cron hook until nothing is due. */
  drain(): Promise<void>;
  /** A nonce for POST /submit. */
  nonce(formId: number): string;
  /** Another user's API. */
  as(login: string, role: string): Promise<Api>;
  stop(): Promise<void>;
}

export interface TestHostSettings {
  env?: Record<string, string>;
  options?: ActivationOptions;
  surroundings?: Surroundings;
}

/** Starts a test host. Nothing runs by schedule: tests call `drain`. */
export async function startTestHost(family: Family, settings: TestHostSettings = {}): Promise<TestHost> {
  const database = await freshDatabase(family);
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'));
  const clock = new ManualClock();
  const log: TestHost['log'] = [];
  const write =
    (level: string) =>
    (event: string, data: Record<string, unknown> = {}) =>
      void log.push({ level, event, data });
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD,
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...settings.env,
  };
  // New Year's night: no test meets it.
  const options = { drainSchedule: '0 0 1 1 *', starterForm: false, ...settings.options };
  const host = await startHost(
    readConfig(env),
    { folder: ROOT, load: () => plugin, options },
    {
      clock,
      logger: { info: write('info'), warn: write('warn'), error: write('error') },
      ...settings.surroundings,
    },
  );
  const apiOf = async (login: string) => {
    const user = await host.cms.users.byLogin(login);
    const password = await host.cms.applicationPasswords.create(user?.id ?? '', 'tests');
    return new Api(host.url, { login, password });
  };
  return {
    host,
    clock,
    log,
    dataDir,
    api: await apiOf('admin'),
    drain: async () => host.plugins.active?.cronHooks[0]?.run(new AbortController().signal),
    nonce: (formId) => host.cms.contract.nonces.issue(`svc-forms-submit-${formId}`, null),
    async as(login, role) {
      await host.cms.users.create(login, role, ADMIN_PASSWORD);
      return apiOf(login);
    },
    async stop() {
      await host.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
