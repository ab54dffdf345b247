import type { Context } from '../context';
import { Gatherer } from '../db/gatherer';
import type { Lease } from '../deliveries/enqueue-deliveries';
import { findEntriesByKey } from '../entries/entry-store';
import { FormReader } from '../forms/form-reader';
import { storeSubmissions, type Judged, type Result } from './store-submissions';

/** Submissions of one transaction, at the most. */
const MOST = 100;

/** What the submissions of this process share: forms, and transactions. Several processes may work side by side. */
export class SubmissionDesk {
  readonly forms: FormReader;
  private readonly keys: Gatherer<{ formId: number; hash: string }, number | null>;
  private readonly writes: Gatherer<Judged, Result>;

  /** @param lease leases deliveries to this process, which is told of them when they are committed */
  constructor(context: Context, lease?: Lease) {
    const { db } = context;
    this.forms = new FormReader(db);
    this.keys = new Gatherer(
      async (wanted) => {
        const found = await findEntriesByKey(db, wanted);
        return found.map((value) => ({ value }));
      },
      { atOnce: 1, most: 1000 },
    );
    this.writes = new Gatherer((judged) => storeSubmissions(context, judged, lease), {
      atOnce: db.dialect.transactionsAtOnce,
      most: MOST,
    });
  }

  /** Many submissions come at once: other work of this process had better let them pass. */
  get isBusy(): boolean {
    return this.writes.isBusy;
  }

  /** The entry that an earlier submission with this key stored; null when there was none. */
  earlier(formId: number, hash: string): Promise<number | null> {
    return this.keys.add({ formId, hash });
  }

  /**
   * Stores a submission together with those that arrive at the same time; resolves when it is committed.
   * @returns `changed` when the form is not the one that it was judged by any more: then nothing is stored
   */
  store(judged: Judged): Promise<Result> {
    return this.writes.add(judged);
  }
}
