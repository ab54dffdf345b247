import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { PREFIX } from './tables';

interface FailureRow {
  id: string;
  count: number;
  until: number;
}

/** Slows down guessing: after `limit` failures of one kind, address and login within the window, nobody looks. */
export class Throttle {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number,
    private readonly settings: { kind: string; limit: number; windowMs: number },
  ) {}

  /** Seconds to wait; 0 when the attempt may be looked at. */
  async blockedFor(ip: string, login: string): Promise<number> {
    const row = (await this.table()
      .where({ id: this.key(ip, login) })
      .first()) as FailureRow | undefined;
    if (!row || row.count < this.settings.limit) return 0;
    return Math.max(0, Math.ceil((Number(row.until) - this.now()) / 1000));
  }

  /**
   * Counts an attempt before it is looked at, so that many at once cannot all pass; `succeeded` takes it back.
   * @returns seconds to wait; 0 when the attempt may be looked at
   */
  async begin(ip: string, login: string): Promise<number> {
    const blocked = await this.blockedFor(ip, login);
    if (blocked > 0) return blocked;
    await this.failed(ip, login);
    const row = (await this.table()
      .where({ id: this.key(ip, login) })
      .first()) as FailureRow | undefined;
    return row && row.count > this.settings.limit ? this.blockedFor(ip, login) : 0;
  }

  async failed(ip: string, login: string): Promise<void> {
    const id = this.key(ip, login);
    const now = this.now();
    const until = now + this.settings.windowMs;
    await this.table().where('until', '<', now).delete();
    await this.table()
      .insert({ id, count: 1, until })
      .onConflict('id')
      .merge({ count: this.db.raw('?? + 1', [`${PREFIX}login_failures.count`]) as never });
  }

  async succeeded(ip: string, login: string): Promise<void> {
    await this.table()
      .where({ id: this.key(ip, login) })
      .delete();
  }

  private table() {
    return this.db<FailureRow>(PREFIX + 'login_failures');
  }

  private key(ip: string, login: string): string {
    // An IPv6 network is one sender: it has more addresses than any limit.
    const sender = ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip;
    return createHash('sha256').update(`${this.settings.kind}\n${sender}\n${login}`).digest('hex');
  }
}
