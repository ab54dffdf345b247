import fc from 'fast-check';
import type { Context } from '../../lib/context';
import { DeliveryDesk } from '../../lib/deliveries/delivery-desk';
import { attemptDelivery } from '../../lib/deliveries/attempt-delivery';
import { claim, dueInLane, laneOf, type ClaimedDelivery } from '../../lib/deliveries/claim-store';
import { changeWebhook } from '../../lib/deliveries/change-webhook';
import { redeliver } from '../../lib/deliveries/redeliver';
import { deleteEntries } from '../../lib/entries/delete-entries';
import { SubmissionDesk } from '../../lib/submissions/submission-desk';
import { submitForm } from '../../lib/submissions/submit-form';
import type { AttemptRow, DeliveryRow } from '../../schema/db/tables';
import { contextOf, ScriptedPoster } from '../support/context';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';
import { DELAYS, DeliveryModel, LEASE_MS } from './model';

jest.setTimeout(240_000);

/** The real machine: two workers' worth of claims over one database. */
class Real {
  readonly poster = new ScriptedPoster();
  readonly context: Context;
  readonly held: ClaimedDelivery[] = [];
  /** Final states that were seen, which nothing may leave. */
  readonly final = new Map<string, string>();

  constructor(
    readonly site: TestHost,
    readonly formId: number,
  ) {
    this.context = contextOf(
      site,
      { leaseMs: LEASE_MS, retryDelays: DELAYS, pauseAfterAttempts: 1e9 },
      this.poster,
    );
  }

  rows = (): Promise<DeliveryRow[]> => this.context.db.from('deliveries').where({ form_id: this.formId });
}

type Step = (model: DeliveryModel, real: Real) => Promise<void>;

/** Makes a command of a step, and compares machine and model after it. */
class Command implements fc.AsyncCommand<DeliveryModel, Real> {
  constructor(
    private readonly name: string,
    private readonly step: Step,
  ) {}
  check = () => true;
  toString = () => this.name;
  async run(model: DeliveryModel, real: Real): Promise<void> {
    await this.step(model, real);
    await compare(model, real);
  }
}

async function compare(model: DeliveryModel, real: Real): Promise<void> {
  const rows = await real.rows();
  const logs = (await real.context.db.from('delivery_attempts').whereIn(
    'delivery_id',
    rows.map(({ id }) => id),
  )) as AttemptRow[];
  const seen = rows.map((row) => ({
    id: row.id,
    status: row.status,
    attempts: row.attempt_count,
    next: row.next_attempt_at,
    due: row.due_at,
    token: row.lease_token,
    expiries: row.expiry_count,
    logged: logs.filter(({ delivery_id }) => delivery_id === row.id).length,
  }));
  const orphans = await real.context.db
    .from('delivery_attempts')
    .whereNotIn('delivery_id', real.context.db.from('deliveries').select('id'));
  expect(orphans).toEqual([]);
  const wanted = [...model.deliveries.values()].map(({ entryId: _, ...rest }) => rest);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const open = ({ status, expiries, ...rest }: Omit<(typeof seen)[number], 'status'> & { status: string }) =>
    // What a finished row remembers of its leases is nobody's business.
    ['pending', 'retry_scheduled'].includes(status) ? { status, expiries, ...rest } : { status, ...rest };
  expect(seen.map(open).sort(byId)).toEqual(wanted.map(open).sort(byId));
  for (const { id, status, attempts, lane } of rows.map((row) => ({ ...row, attempts: row.attempt_count }))) {
    expect(attempts).toBeLessThanOrEqual(1 + DELAYS.length);
    if (real.final.has(id)) expect(status).toBe(real.final.get(id));
    if (['succeeded', 'failed', 'cancelled'].includes(status)) {
      real.final.set(id, status);
      expect(lane).toBeNull();
    }
  }
}

const submit: Step = async (model, real) => {
  const { site, formId, context } = real;
  const submission = {
    ...{
      formId,
      nonce: site.nonce(formId),
      fields: { name: 'A', email: 'a@example.com' },
      files: [],
      encoded: false,
    },
    ...{
      language: undefined,
      honeypot: undefined,
      elapsed: undefined,
      pageUrl: '',
      referer: '',
      ipAddress: '',
      userAgent: '',
      idempotencyKey: undefined,
    },
  };
  const outcome = await submitForm(context, new SubmissionDesk(context), submission, (born) => {
    for (const { id, entry_id } of born) model.born(id, Number(entry_id));
  });
  expect(outcome.outcome).toBe('stored');
};

const claimSome =
  (count: number): Step =>
  async (model, { context, formId, held }) => {
    const { db } = context;
    const ids = await dueInLane(db, laneOf(formId, 'webhook'), context.now(), 50);
    expect([...ids].sort()).toEqual(model.claimable().sort());
    const lease = { now: context.now(), until: context.now() + LEASE_MS, token: context.newId() };
    // A second worker reaches for the same rows a moment later and gets none of them.
    const mine = await claim(db, ids.slice(0, count), lease);
    const theirs = await claim(db, ids.slice(0, count), { ...lease, token: context.newId() });
    expect([mine.length, theirs.length]).toEqual([Math.min(count, ids.length), 0]);
    for (const { id } of mine) model.claimed(id, lease.token);
    held.push(...mine);
  };

const end =
  (pick: number, result: { status: number | null; error: 'timeout' | 'stopped' | null }): Step =>
  async (model, { context, poster, held }) => {
    const [mine] = held.splice(pick % Math.max(1, held.length), 1);
    if (!mine) return;
    poster.next = result;
    await attemptDelivery(context, new DeliveryDesk(context), mine, new AbortController().signal);
    const ok = result.status !== null && result.status < 300;
    model.ended(
      mine,
      result.error === 'stopped' ? 'stopped' : ok ? 'succeeded' : 'failed',
      result.status === 410,
    );
  };

const crash =
  (pick: number): Step =>
  async (_model, { held }) =>
    void held.splice(pick % Math.max(1, held.length), 1);

/** A process that dies with everything it holds, and its leases run out. */
const outage: Step = async (model, real) => {
  await claimSome(4)(model, real);
  real.held.length = 0;
  await wait(31)(model, real);
};

const wait =
  (seconds: number): Step =>
  async (model, { site }) => {
    site.clock.advance(seconds);
    model.now = site.clock.now();
  };

const repeat =
  (pick: number): Step =>
  async (model, { context }) => {
    const ids = [...model.deliveries.keys()];
    const id = ids[pick % Math.max(1, ids.length)];
    if (id === undefined) return;
    const result = await redeliver(context, id, () => undefined);
    if (model.redelivered(id) && result.outcome === 'created')
      model.born(result.delivery.id, model.get(id).entryId);
  };

const resume: Step = async (model, { context, formId }) => {
  await changeWebhook(context, formId, { enabled: true });
  model.paused = false;
};

const remove =
  (pick: number): Step =>
  async (model, { context }) => {
    const ids = [...model.deliveries.values()].map(({ entryId }) => entryId);
    const entryId = ids[pick % Math.max(1, ids.length)];
    if (entryId === undefined) return;
    await deleteEntries(context, [entryId]);
    model.deleted(entryId);
  };

const pick = fc.nat(20);
const results = [
  { status: 200, error: null },
  { status: 500, error: null },
  { status: 410, error: null },
  { status: null, error: 'timeout' as const },
  { status: null, error: 'stopped' as const },
];
const commands = [
  fc.constant(new Command('submit', submit)),
  fc.integer({ min: 1, max: 4 }).map((count) => new Command(`claim ${count}`, claimSome(count))),
  fc.integer({ min: 1, max: 4 }).map((count) => new Command(`claim ${count}`, claimSome(count))),
  fc
    .tuple(pick, fc.constantFrom(...results))
    .map(
      ([which, result]) => new Command(`end ${which} ${result.status ?? result.error}`, end(which, result)),
    ),
  fc.tuple(pick).map(([which]) => new Command(`fail ${which}`, end(which, { status: 503, error: null }))),
  pick.map((which) => new Command(`crash ${which}`, crash(which))),
  fc.constantFrom(1, 29, 31, 300, 1800, 7200, 21_600).map((s) => new Command(`wait ${s}`, wait(s))),
  pick.map((which) => new Command(`redeliver ${which}`, repeat(which))),
  fc.constant(new Command('resume', resume)),
  fc.constant(new Command('outage', outage)),
  fc.constant(new Command('outage', outage)),
  pick.map((which) => new Command(`delete ${which}`, remove(which))),
];

overDatabases('the delivery engine does as its model', (family) => {
  let site: TestHost;
  beforeAll(async () => void (site = await startTestHost(family)));
  afterAll(() => site.stop());

  it('through random submissions, claims, crashes, results, redeliveries, pauses and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (steps) => {
        const formId = await site.api.form();
        const url = 'http://receiver.test/hook';
        await site.api.put(`/forms/${formId}/webhook`, { enabled: true, url }).expect(200);
        const model = new DeliveryModel();
        model.now = site.clock.now();
        const real = new Real(site, formId);
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await site.api.delete(`/forms/${formId}`).expect(200);
      }),
      { numRuns: 150, endOnFailure: false },
    );
  });
});
