import { inTransaction } from '../../lib/db/in-transaction';
import { checkCounters } from '../../lib/entries/check-counters';
import { driftOfCounts } from '../../lib/entries/entry-counters-store';
import { MIGRATIONS, migrate } from '../../schema/db/migrate';
import { contextOf } from '../support/context';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('totals of entries', (family) => {
  let site: TestHost;
  let context: ReturnType<typeof contextOf>;
  beforeAll(async () => {
    site = await startTestHost(family);
    context = contextOf(site);
  });
  afterAll(async () => {
    await context.poster.close();
    await site.stop();
  });

  const submit = async (formId: number, more: object = {}) => {
    const fields = { name: 'Ada', email: 'a@example.com' };
    const body = { form_id: formId, nonce: site.nonce(formId), fields, ...more };
    return (await site.api.anonymous.post('/submit', body).expect(200)).body.entry_id as number;
  };
  const total = async (query: string) =>
    Number((await site.api.get(`/entries?per_page=1&${query}`).expect(200)).headers['x-host-total']);
  const drift = () => inTransaction(context.db, (db) => driftOfCounts(db));

  it('are right after anything that can happen to entries, all at once', async () => {
    const forms = [await site.api.form(), await site.api.form({ settings: { honeypot: true } })] as const;
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        submit(forms[index % 2] ?? 0, index % 5 === 0 ? { svc_website: 'x' } : {}),
      ),
    );
    const bulk = (action: string, some: number[]) =>
      site.api.post('/entries/bulk', { action, ids: some }).expect(200);
    await Promise.all([
      bulk('read', ids.slice(0, 30)),
      bulk('unread', ids.slice(10, 20)),
      bulk('read', ids.slice(5, 25)),
      bulk('spam', ids.slice(20, 40)),
      bulk('not_spam', ids.slice(30, 50)),
      bulk('delete', ids.slice(45)),
      ...ids.slice(0, 4).map((id) => site.api.delete(`/entries/${id}`).expect(200)),
      ...ids
        .slice(4, 8)
        .map((id) => site.api.patch(`/entries/${id}`, { status: 'read', spam: true }).expect(200)),
      ...Array.from({ length: 10 }, () => submit(forms[0])),
    ]);
    expect(await drift()).toEqual([]);
    const all = await total('spam=include');
    expect(all).toBe(60 - 15 - 4 + 10);
    expect((await total('')) + (await total('spam=only'))).toBe(all);
    const [one] = forms;
    for (const query of ['', '&status=read', '&spam=only', '&spam=include&status=unread'])
      // A search is counted, not kept: every entry has this word.
      expect(await total(`form_id=${one}${query}`)).toBe(
        await total(`form_id=${one}${query}&search=example`),
      );
    await site.api.delete(`/forms/${one}`).expect(200);
    expect(await total(`form_id=${one}&spam=include`)).toBe(0);
    expect(await drift()).toEqual([]);
  });

  it('that a hand has made wrong are mended, once', async () => {
    const formId = await site.api.form();
    await submit(formId);
    await submit(formId);
    await site.host.cms.db('cms_svc_entry_counters').where({ form_id: formId }).update({ total: 40 });
    expect(await total(`form_id=${formId}`)).toBeGreaterThanOrEqual(40);
    expect(await checkCounters(context)).toBe(1);
    expect(await total(`form_id=${formId}`)).toBe(2);
    expect(await checkCounters(context)).toBe(0);
  });

  it('are counted by the migration, however often it breaks off', async () => {
    const formId = await site.api.form({ settings: { honeypot: true } });
    await submit(formId);
    await submit(formId, { svc_website: 'x' });
    const { db } = site.host.cms;
    const name = '0005-entry-counters';
    expect(MIGRATIONS.map((one) => one.name)).toContain(name);
    await db('cms_svc_entry_counters').update({ total: 7 });
    await db('cms_svc_entries').update({ is_spam: 0 });
    for (let run = 0; run < 2; run++) {
      await db('cms_svc_migrations').where({ name }).delete();
      expect(await migrate(db, 'cms_', site.clock.now())).toEqual([name]);
      expect([await total(`form_id=${formId}`), await total(`form_id=${formId}&spam=only`)]).toEqual([1, 1]);
      expect(await drift()).toEqual([]);
    }
  });
});
