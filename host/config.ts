import { join, resolve } from 'node:path';
import { isValidCIDR } from 'ipaddr.js';
import { validate } from 'node-cron';
import { z } from 'zod';

/** What the reference host is told by its environment. */
export interface HostConfig {
  /** Address to listen on. */
  address: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  environment: 'production' | 'development';
  /** Public address when it is not the loopback one, for example behind a proxy. */
  siteUrl: string | null;
  /** Proxies in front, for the visitor's address: Express's `trust proxy`. */
  trustProxy: number;
  adminPassword: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  pro: boolean;
  /** Keeps the key of nonces and secrets out of the database; else it is made once and stored there. */
  secretKey: string | null;
  retryDelays: number[] | undefined;
  drainSchedule: string | undefined;
  /** Networks (CIDR) that webhooks may go to in production. */
  allowedNetworks: string[];
  /** Submissions a minute from one address; 0 is no limit. */
  rateLimit: number;
  /** Origins whose pages may show and send forms. */
  allowedOrigins: string[];
  retentionDays: number | undefined;
  /** Attempts under way at once for one form; the plugin's own bound when left out. */
  maxInFlightPerForm: number | undefined;
  /** Processes that serve, on one port. */
  workers: number;
  /** For crash tests: where this process kills itself, and how many seconds its clock is ahead. */
  failpoint: string | null;
  clockAhead: number;
}

const optional = z
  .string()
  .optional()
  .transform((value) => value || null);

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535')
    .default('8080'),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional.refine((value) => value === null || /^(mysql|mariadb):\/\//.test(value), {
    error: 'DATABASE_URL must look like mysql://user:password@host:port/database',
  }),
  NODE_ENV: optional,
  SITE_URL: optional,
  TRUST_PROXY: z.string().regex(/^\d$/, 'TRUST_PROXY must be the number of proxies').default('0'),
  ADMIN_PASSWORD: optional,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Svc Forms <forms@localhost>'),
  PRO: z.string().default('1'),
  SECRET_KEY: optional,
  RETRY_DELAYS: optional.refine((value) => value === null || /^\d{1,8}(,\d{1,8})*$/.test(value), {
    error: 'RETRY_DELAYS must be seconds, comma separated, for example 300,1800,7200,21600',
  }),
  DRAIN_SCHEDULE: optional.refine((value) => value === null || validate(value), {
    error: 'DRAIN_SCHEDULE must be a cron expression, for example "* * * * *"',
  }),
  WEBHOOK_ALLOW: optional.refine((value) => value === null || value.split(',').every(isNetwork), {
    error: 'WEBHOOK_ALLOW must be networks, comma separated, for example 10.0.0.0/8,fd00::/8',
  }),
  ALLOWED_ORIGINS: optional,
  RATE_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, 'RATE_LIMIT must be a number of submissions a minute')
    .default('0'),
  RETENTION_DAYS: optional.refine((value) => value === null || /^\d{1,5}$/.test(value), {
    error: 'RETENTION_DAYS must be a number of days; 0 keeps everything',
  }),
  MAX_IN_FLIGHT_PER_FORM: optional.refine((value) => value === null || /^[1-9]\d{0,2}$/.test(value), {
    error: 'MAX_IN_FLIGHT_PER_FORM must be a number of attempts from 1 to 999',
  }),
  WEB_WORKERS: z
    .string()
    .regex(/^([1-9]|[1-9]\d)$/, 'WEB_WORKERS must be a number of processes from 1 to 99')
    .default('1'),
  FAILPOINT: optional,
  CLOCK_AHEAD: z.coerce.number().default(0),
});

/**
 * Reads the environment.
 * @throws with one line that says which variable is wrong and how it should look
 */
export function readConfig(env: NodeJS.ProcessEnv): HostConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
  const { data } = parsed;
  if (data.WEB_WORKERS !== '1' && data.DATABASE_URL === null)
    throw new Error('WEB_WORKERS needs DATABASE_URL: the embedded database has one process.');
  return {
    address: data.HOST,
    port: Number(data.PORT),
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    environment: data.NODE_ENV === 'production' ? 'production' : 'development',
    siteUrl: data.SITE_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: Number(data.TRUST_PROXY),
    adminPassword: data.ADMIN_PASSWORD,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    pro: data.PRO !== '0',
    secretKey: data.SECRET_KEY,
    retryDelays: data.RETRY_DELAYS?.split(',').map(Number),
    drainSchedule: data.DRAIN_SCHEDULE ?? undefined,
    allowedNetworks: data.WEBHOOK_ALLOW?.split(',').map((one) => one.trim()) ?? [],
    rateLimit: Number(data.RATE_LIMIT),
    allowedOrigins: data.ALLOWED_ORIGINS?.split(',').map((one) => one.trim().replace(/\/$/, '')) ?? [],
    retentionDays: data.RETENTION_DAYS === null ? undefined : Number(data.RETENTION_DAYS),
    maxInFlightPerForm:
      data.MAX_IN_FLIGHT_PER_FORM === null ? undefined : Number(data.MAX_IN_FLIGHT_PER_FORM),
    workers: Number(data.WEB_WORKERS),
    failpoint: data.FAILPOINT,
    clockAhead: data.CLOCK_AHEAD,
  };
}

function isNetwork(text: string): boolean {
  return isValidCIDR(text.trim());
}

/** The embedded database's file. */
export function sqliteFile(config: HostConfig): string {
  return join(config.dataDir, 'host.sqlite');
}
