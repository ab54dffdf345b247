/** What became of one item: its own, whatever became of its neighbours. */
export type Settled<Result> = { value: Result } | { error: unknown };

/** Items of one run that make a crowd, and the milliseconds for which it counts. */
const CROWD = 8;
const MOMENT = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what arrives while the database is busy, and does it together. Without a timer where somebody waits: when nothing is under way an
 * item goes in the same turn of the event loop, so nobody waits for company; under load each run takes what the one
 * before it made wait.
 *
 * A run sees only items that were added before it began. So a read that is gathered is never older than its question.
 */
export class Gatherer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private begins = false;
  private crowdedAt = -Infinity;

  /**
   * @param run one result for each item, in order; when it throws, all of its items fail
   * @param limits runs at once, and items of one run; `linger`: milliseconds to wait for company, where nobody waits for
   * the result
   */
  constructor(
    private readonly run: (items: Item[]) => Promise<Settled<Result>[]>,
    private readonly limits: { atOnce: number; most: number; linger?: number },
  ) {}

  /** @returns what became of the item. @throws its error, or that of the whole run */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.next();
    });
  }

  /** A crowd was gathered a moment ago. */
  get isBusy(): boolean {
    return performance.now() - this.crowdedAt < MOMENT;
  }

  private next(): void {
    if (this.begins || this.running >= this.limits.atOnce || this.waiting.length === 0) return;
    this.begins = true;
    const begin = () => {
      this.begins = false;
      this.start();
    };
    const { linger, most } = this.limits;
    if (linger !== undefined && this.waiting.length < most) setTimeout(begin, linger);
    // After all that this turn has read from its sockets: with a synchronous driver each would go alone otherwise.
    else setImmediate(begin);
  }

  private start(): void {
    const taken = this.waiting.splice(0, this.limits.most);
    if (taken.length >= CROWD) this.crowdedAt = performance.now();
    this.running++;
    void this.settle(taken).finally(() => {
      this.running--;
      this.next();
    });
    this.next();
  }

  private async settle(taken: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(taken.map(({ item }) => item));
      taken.forEach(({ resolve, reject }, index) => {
        const result = results[index] as Settled<Result>;
        if ('error' in result) reject(result.error);
        else resolve(result.value);
      });
    } catch (error) {
      taken.forEach(({ reject }) => reject(error));
    }
  }
}
