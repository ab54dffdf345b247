import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import type { HostUser } from '../../lib/host';
import { PREFIX, type UserRow } from './tables';

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

/** What each role may do. `manage_site` is the host's own. */
const ROLES: Record<string, readonly string[]> = {
  administrator: ['manage_site', 'manage_forms', 'read_entries', 'delete_entries', 'manage_webhooks'],
  editor: ['manage_forms', 'read_entries', 'delete_entries'],
  author: ['read_entries'],
  subscriber: [],
};
export const ROLE_NAMES = Object.keys(ROLES);

export interface User extends HostUser {
  readonly role: string;
}

/** Users of the host, in its database. */
export class Users {
  constructor(private readonly db: Knex) {}

  /** @returns null when the login is taken */
  async create(login: string, role: string, password: string): Promise<User | null> {
    const user = { id: randomUUID(), login, role };
    const row: UserRow = { ...user, password_hash: await hashPassword(password) };
    await this.table().insert(row).onConflict('login').ignore();
    const stored = await this.byLogin(login);
    return stored?.id === user.id ? stored : null;
  }

  async byLogin(login: string): Promise<User | null> {
    return this.one({ login });
  }

  async byId(id: string): Promise<User | null> {
    return this.one({ id });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.table().first('id')) === undefined;
  }

  /** The user with this login and password; null otherwise. Takes the same time for a login that does not exist. */
  async authenticate(login: string, password: string): Promise<User | null> {
    const row = (await this.table().where({ login }).first()) as UserRow | undefined;
    const matches = await verifyPassword(password, row?.password_hash ?? NOBODY);
    return row && matches && row.login === login ? toUser(row) : null;
  }

  async can(userId: string, capability: string): Promise<boolean> {
    const user = await this.byId(userId);
    return user !== null && (ROLES[user.role] ?? []).includes(capability);
  }

  private async one(where: Partial<UserRow>): Promise<User | null> {
    const row = (await this.table().where(where).first()) as UserRow | undefined;
    return row && matchesExactly(row, where) ? toUser(row) : null;
  }

  private table() {
    return this.db<UserRow>(PREFIX + 'users');
  }
}

const NOBODY = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(password, salt, 64)).toString('hex')}`;
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split(':');
  const derived = await derive(password, Buffer.from(salt, 'hex'), 64);
  return timingSafeEqual(derived, Buffer.from(hash, 'hex'));
}

/** MySQL ignores blanks at the end when it compares; a throttle keyed by the login must not be passed by them. */
function matchesExactly(row: UserRow, where: Partial<UserRow>): boolean {
  return Object.entries(where).every(([key, value]) => row[key as keyof UserRow] === value);
}

function toUser({ id, login, role }: UserRow): User {
  return { id, login, role };
}
