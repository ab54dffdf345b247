import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { ApplicationPasswords, PasswordVerdict } from '../../lib/host';
import { PREFIX, type ApplicationPasswordRow } from './tables';
import { Throttle } from './throttle';
import type { Users } from './users';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The last use is kept to the minute: one write a minute, not one a request. */
const LAST_USE_STEP = 60_000;

/** Application passwords: 24 random letters (142 bits), so a fast hash keeps them safe. Shown once. */
export class DatabaseApplicationPasswords implements ApplicationPasswords {
  private readonly throttle: Throttle;

  constructor(
    private readonly db: Knex,
    private readonly users: Users,
    private readonly now: () => number,
  ) {
    this.throttle = new Throttle(db, now, { kind: 'basic', limit: 50, windowMs: 300_000 });
  }

  /** @returns the password in groups of four; blanks do not count when it is used */
  async create(userId: string, name: string): Promise<string> {
    const letters = Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    await this.table().insert({
      id: randomUUID(),
      user_id: userId,
      name: name.slice(0, 100),
      password_hash: hash(letters),
      created_at: this.now(),
      last_used_at: null,
      last_ip: null,
    });
    return letters.replace(/(.{4})(?=.)/g, '$1 ');
  }

  async list(userId: string): Promise<ApplicationPasswordRow[]> {
    return this.table().where({ user_id: userId }).orderBy('created_at', 'desc');
  }

  async revoke(userId: string, id: string): Promise<void> {
    await this.table().where({ user_id: userId, id }).delete();
  }

  async verify(login: string, password: string, { ip }: { ip: string }): Promise<PasswordVerdict> {
    const retryAfter = await this.throttle.blockedFor(ip, login);
    if (retryAfter > 0) return { user: null, retryAfter };
    const user = await this.users.byLogin(login);
    const rows = user ? await this.list(user.id) : [];
    const digest = hash(password.replace(/\s/g, ''));
    const used = rows.filter((row) =>
      timingSafeEqual(Buffer.from(row.password_hash), Buffer.from(digest)),
    )[0];
    if (!user || !used) {
      await this.throttle.failed(ip, login);
      return { user: null };
    }
    if (this.now() - Number(used.last_used_at ?? 0) >= LAST_USE_STEP || used.last_ip !== ip)
      await this.table().where({ id: used.id }).update({ last_used_at: this.now(), last_ip: ip });
    return { user };
  }

  private table() {
    return this.db<ApplicationPasswordRow>(PREFIX + 'application_passwords');
  }
}

function hash(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}
