import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Knex } from 'knex';

/**
 * What the plugin needs of a CMS host, and no more. Declared here, so that no host type is imported: any host that
 * has these members fits. tests/host-contract has the suite that proves it for a host.
 */
export interface Host {
  /** In production, webhooks go to public https addresses only. */
  readonly environment: 'production' | 'development';
  /** Semantic version, compared with the range in plugin.manifest.json before activation. */
  readonly version: string;
  /** Public address of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** `{base_url}` of the specification, without a slash at the end; the router is mounted at `{base_url}/svc-forms/v1`. */
  readonly restUrl: string;
  /** The host's Knex: mysql2 or our SQLite client. The plugin never destroys it. */
  readonly db: Knex;
  /** Put before the name of every table. */
  readonly tablePrefix: string;
  readonly sessions: Sessions;
  readonly applicationPasswords: ApplicationPasswords;
  /** JWT or OAuth by another extension; left out where there is none. */
  readonly tokens?: Tokens;
  readonly nonces: Nonces;
  readonly capabilities: Capabilities;
  readonly entitlements: Entitlements;
  readonly media: Media;
  readonly mail: Mail;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly cron: Cron;
}

export interface HostUser {
  readonly id: string;
  readonly login: string;
}

/** A logged-in browser. `id` is opaque, and stable as long as the log-in lasts. */
export interface HostSession {
  readonly id: string;
  readonly user: HostUser;
}

export interface Sessions {
  /** The session that the request's cookie names; null when there is none or it has ended. */
  resolve(request: IncomingMessage): Promise<HostSession | null>;
}

export type PasswordVerdict =
  | { readonly user: HostUser }
  /** `retryAfter`, in seconds, when the host refuses to look at all after too many failures. */
  | { readonly user: null; readonly retryAfter?: number };

export interface ApplicationPasswords {
  /** Checks in constant time, keeps the last use, and slows down guessing by address and login. */
  verify(login: string, password: string, from: { ip: string }): Promise<PasswordVerdict>;
}

export interface Tokens {
  /** The user for an `Authorization: Bearer` header; null when the token is not valid. */
  resolve(request: IncomingMessage): Promise<HostUser | null>;
}

export interface Nonces {
  /**
   * A token for one action that expires by itself. With a session it is bound to it; without, it is the same for
   * every visitor, so that a page cache can hold it.
   */
  issue(action: string, session: HostSession | null): string;
  /** True for a token of this action and session that has not expired. Accepts any string. */
  verify(action: string, nonce: string, session: HostSession | null): boolean;
}

export interface Capabilities {
  /** True when the user's role has the capability; the plugin names its own in plugin.manifest.json. */
  can(user: HostUser, capability: string): Promise<boolean>;
}

export interface Entitlements {
  /** True when the site has paid for the feature; `webhooks` is the only one asked for. */
  has(feature: 'webhooks'): boolean;
}

export interface MediaFile {
  /**
   * A UUID chosen by the plugin, which has noted it before: were the key the host's, a crash right after `put` would
   * leave a file that nobody knows of.
   */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

export interface StoredMedia {
  /** Absolute, and not to be guessed. */
  readonly url: string;
  readonly size: number;
}

export interface Media {
  /** Stores the file whole or not at all. */
  put(file: MediaFile): Promise<StoredMedia>;
  /** The content; null when there is no such file. */
  open(key: string): Promise<Readable | null>;
  /** No error when the file is gone already. */
  delete(key: string): Promise<void>;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Visitor's address, so that an answer reaches the visitor. */
  readonly replyTo?: string;
  /** Same over all attempts, so that a mail server can tell a repetition. */
  readonly messageId: string;
}

export interface Mail {
  /** Resolves when the mail server has taken the message; rejects with the reason when not. */
  send(message: MailMessage, signal: AbortSignal): Promise<void>;
}

export interface Secrets {
  /** Encrypts with a key that is not in the plugin's tables. */
  encrypt(plain: string): string;
  /** @throws when the text was not made by `encrypt` of this site */
  decrypt(encrypted: string): string;
}

/** Events have stable dotted names; data is flat and never holds a secret. */
export interface Logger {
  info(event: string, data?: Record<string, unknown>): void;
  warn(event: string, data?: Record<string, unknown>): void;
  error(event: string, data?: Record<string, unknown>): void;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Cron {
  /** Asks for a run of the named hook as soon as possible, besides its schedule. */
  runSoon(hook: string): void;
}
