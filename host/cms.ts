import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Clock, Host, Logger, Tokens } from '../lib/host';
import type { HostConfig } from './config';
import { HostCron } from './cron';
import { DatabaseApplicationPasswords } from './data/application-passwords';
import { openHostDatabase } from './data/database';
import { createNonces, createSecrets } from './data/keys';
import { createMail } from './data/mail';
import { MediaLibrary } from './data/media';
import { DatabaseSessions } from './data/sessions';
import { PREFIX, settledOption } from './data/tables';
import { Throttle } from './data/throttle';
import { Users } from './data/users';
import { createLogger } from './logger';

/** Version of the reference host, compared with the range in a plugin's manifest. */
export const HOST_VERSION = '1.0.0';

/** The parts of this host, as its own pages use them, and the contract that plugins get. */
export interface Cms {
  readonly config: HostConfig;
  readonly db: Knex;
  readonly users: Users;
  readonly sessions: DatabaseSessions;
  readonly applicationPasswords: DatabaseApplicationPasswords;
  readonly media: MediaLibrary;
  readonly loginThrottle: Throttle;
  readonly cron: HostCron;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly contract: Host;
  /** Public address; known only once the port is. */
  setPort(port: number): void;
}

/** What tests bring in from outside. */
export interface Surroundings {
  clock?: Clock;
  logger?: Logger;
  tokens?: Tokens;
}

/**
 * Opens the database and puts the host together; nothing listens yet.
 * @throws when the database cannot be reached
 */
export async function openCms(config: HostConfig, surroundings: Surroundings = {}): Promise<Cms> {
  const clock = surroundings.clock ?? { now: () => Date.now() };
  const now = () => clock.now();
  const logger = surroundings.logger ?? createLogger(now);
  const db = await openHostDatabase(config);
  const master =
    config.secretKey ?? (await settledOption(db, 'secret_key', () => randomBytes(32).toString('hex')));
  let siteUrl = config.siteUrl ?? `http://127.0.0.1:${config.port}`;
  const users = new Users(db);
  const parts = {
    config,
    db,
    users,
    sessions: new DatabaseSessions(db, users, now),
    applicationPasswords: new DatabaseApplicationPasswords(db, users, now),
    media: new MediaLibrary(db, join(config.dataDir, 'media'), () => siteUrl, now),
    loginThrottle: new Throttle(db, now, { kind: 'login', limit: 10, windowMs: 900_000 }),
    cron: new HostCron(logger),
    logger,
    clock,
  };
  const contract: Host = {
    environment: config.environment,
    version: HOST_VERSION,
    get siteUrl() {
      return siteUrl;
    },
    get restUrl() {
      return `${siteUrl}/rest`;
    },
    tablePrefix: PREFIX,
    ...parts,
    nonces: createNonces(master, now),
    secrets: createSecrets(master),
    capabilities: { can: (user, capability) => users.can(user.id, capability) },
    entitlements: { has: (feature) => feature === 'webhooks' && config.pro },
    mail: createMail({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      folder: join(config.dataDir, 'mail'),
    }),
    ...(surroundings.tokens ? { tokens: surroundings.tokens } : {}),
  };
  const setPort = (port: number) => {
    if (!config.siteUrl) siteUrl = `http://127.0.0.1:${port}`;
  };
  return { ...parts, contract, setPort };
}
