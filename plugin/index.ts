import type { Router } from 'express';
import { CAPABILITIES } from '../lib/access/capability';
import { createContext } from '../lib/context';
import { sqliteConfig } from '../lib/db/sqlite-client';
import { Dispatcher } from '../lib/deliveries/dispatcher';
import { createStarterForm } from '../lib/forms/starter-form';
import type { Host } from '../lib/host';
import type { Options } from '../lib/options';
import { SubmissionDesk } from '../lib/submissions/submission-desk';
import { sweepUploads } from '../lib/uploads/sweep-uploads';
import { doomAllUploads } from '../lib/uploads/upload-store';
import { dropTables, migrate } from '../schema/db/migrate';
import { adminPage, type AdminPage } from './admin-page';
import { drainHook, purgeHook, type CronHook } from './cron/hooks';
import { createRouter } from './router';
import { formBlock, type ThemeBlock } from './theme-block';

/** Everything that the plugin gives to its host; nothing is registered by side effect. */
export interface Contributions {
  /** To be mounted at `{base_url}/svc-forms/v1`. */
  readonly router: Router;
  readonly cronHooks: readonly CronHook[];
  readonly themeBlocks: readonly ThemeBlock[];
  readonly adminPages: readonly AdminPage[];
  readonly capabilities: readonly string[];
  /**
   * Ends what is under way: attempts finish within `graceMs` milliseconds or go back to the table. The data stays.
   * @param answered resolves when the routes take no request any more; at once when left out
   */
  deactivate(graceMs?: number, answered?: Promise<unknown>): Promise<void>;
}

export interface ActivationOptions extends Partial<Options> {
  /** Creates a contact form when the tables are new; true when left out. */
  starterForm?: boolean;
}

/**
 * Starts the plugin in a host: brings the tables up to date and returns what the plugin contributes.
 * @throws when the database cannot be reached or a migration fails
 */
export async function activate(host: Host, options: ActivationOptions = {}): Promise<Contributions> {
  const { starterForm = true, ...rest } = options;
  const applied = await migrate(host.db, host.tablePrefix, host.clock.now());
  const context = createContext(host, rest);
  if (starterForm && applied.includes('0001-create-tables')) await createStarterForm(context);
  const dispatcher: Dispatcher = new Dispatcher(context, () => desk.isBusy);
  const desk: SubmissionDesk = new SubmissionDesk(context, (rows) => dispatcher.lease(rows));
  const service = { context, dispatcher, desk };
  host.logger.info('plugin.activated', { migrations: applied.length });
  return {
    router: createRouter(service),
    cronHooks: [drainHook(service), purgeHook(service)],
    themeBlocks: [formBlock(service)],
    adminPages: [adminPage(service)],
    capabilities: CAPABILITIES,
    async deactivate(graceMs = 5000, answered = Promise.resolve()) {
      await service.dispatcher.stop(graceMs, answered);
      await context.poster.close();
    },
  };
}

/** Removes everything that the plugin stored: files, then tables. Call it on a plugin that is not active. */
export async function uninstall(host: Host): Promise<void> {
  const context = createContext(host);
  await migrate(host.db, host.tablePrefix, host.clock.now());
  await doomAllUploads(context.db);
  const left = await sweepUploads(context);
  await context.poster.close();
  if (left > 0)
    throw new Error(
      `${left} uploaded ${left === 1 ? 'file' : 'files'} could not be deleted; see the log and try again.`,
    );
  await dropTables(host.db, host.tablePrefix);
}

/** For hosts without MySQL. */
export { sqliteConfig };
/** For hosts that look names up themselves: `getaddrinfo` would hold up the exit while a name server is dead. */
export { createResolve } from '../lib/net/resolve';
/** For crash tests: what `options.reach` is called with. */
export { FAILPOINTS } from '../lib/options';
export type { AdminPage, CronHook, ThemeBlock };
