import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { HostSession } from '../../lib/host';
import { PREFIX, type SessionRow } from './tables';
import type { User, Users } from './users';

export const SESSION_COOKIE = 'cms_session';
const LASTS = 14 * 86_400_000;

/** A session with the host's own kind of user. */
export interface Session extends HostSession {
  readonly user: User;
}

/** Log-ins, in the database, so that every process of the host knows them. The cookie's token is stored hashed. */
export class DatabaseSessions {
  constructor(
    private readonly db: Knex,
    private readonly users: Users,
    private readonly now: () => number,
  ) {}

  /** Logs a user in. @returns the cookie's value */
  async begin(user: User): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.table().insert({ id: hash(token), user_id: user.id, expires_at: this.now() + LASTS });
    await this.table().where('expires_at', '<', this.now()).delete();
    return token;
  }

  async resolve(request: IncomingMessage): Promise<Session | null> {
    const token = cookieOf(request, SESSION_COOKIE);
    if (!token) return null;
    const row = (await this.table()
      .where({ id: hash(token) })
      .first()) as SessionRow | undefined;
    if (!row || Number(row.expires_at) <= this.now()) return null;
    const user = await this.users.byId(row.user_id);
    return user && { id: row.id, user };
  }

  async end(session: HostSession): Promise<void> {
    await this.table().where({ id: session.id }).delete();
  }

  private table() {
    return this.db<SessionRow>(PREFIX + 'sessions');
  }
}

function cookieOf(request: IncomingMessage, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value) return value;
  }
  return null;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
