import { checkCounters } from '../../lib/entries/check-counters';
import { contextOf } from '../support/context';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

/** More than two blocks of ids. */
const ROWS = 18_000;

overDatabases('lists read by index', (family) => {
  let site: TestHost;
  let formId: number;
  beforeAll(async () => {
    site = await startTestHost(family);
    formId = await site.api.form();
    const other = await site.api.form();
    const { db } = site.host.cms;
    const entry = (index: number) => ({
      form_id: index % 3 === 0 ? other : formId,
      status: index % 2 ? 'read' : 'unread',
      fields: '{}',
      search_text: 'x',
      ip_address: '::1',
      user_agent: '',
      page_url: '',
      is_spam: index % 10 === 0 ? 1 : 0,
      spam: index % 10 === 0 ? 'because' : null,
      created_at: site.clock.now() - index * 4 * 3_600_000,
    });
    for (let from = 0; from < ROWS; from += 200)
      await db('cms_svc_entries').insert(Array.from({ length: 200 }, (_, index) => entry(from + index)));
    // The planner knows what there is, as it does on a site with some history.
    const context = contextOf(site);
    expect(await checkCounters(context)).toBeGreaterThan(0);
    await context.poster.close();
    await db.raw(family === 'mysql' ? 'ANALYZE TABLE cms_svc_entries' : 'ANALYZE');
  });
  afterAll(() => site.stop());

  /** What the database does for every SELECT over the entries that a request causes. */
  const plansOf = async (path: string): Promise<{ sql: string; plan: string }[]> => {
    const { db } = site.host.cms;
    const asked: { sql: string; bindings: unknown[] }[] = [];
    const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (/^select/i.test(sql) && sql.includes('svc_entries')) asked.push({ sql, bindings });
    };
    db.on('query', note);
    await site.api.get(path).expect(200);
    db.removeListener('query', note);
    return Promise.all(
      asked.map(async ({ sql, bindings }) => {
        const explain = family === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
        const answer = (await db.raw(`${explain} ${sql}`, bindings as never)) as unknown;
        return { sql, plan: JSON.stringify(family === 'mysql' ? (answer as [unknown])[0] : answer) };
      }),
    );
  };

  const LISTS: [string, string][] = [
    ['', 'list'],
    ['status=unread', 'status_list'],
    ['form_id=FORM', 'form_list'],
    ['form_id=FORM&status=read', 'form_status_list'],
    ['form_id=FORM&spam=only', 'form_list'],
    ['form_id=FORM&page=150', 'form_list'],
  ];

  it.each(LISTS)('GET /entries?%s by %s, without a row that is not shown', async (query, index) => {
    const plans = await plansOf(`/entries?${query.replace('FORM', String(formId))}`);
    // One question: the total is kept.
    expect(plans).toHaveLength(1);
    const { plan } = plans[0] as { plan: string };
    expect(plan).toContain(
      family === 'mysql' ? `"key":"cms_svc_entries_${index}"` : `INDEX cms_svc_entries_${index} `,
    );
    expect(plan).toMatch(family === 'mysql' ? /Using index/ : /COVERING INDEX/);
    // Neither a walk over all rows nor a sort of them. Of the page's own twenty ids MySQL makes a table, which it walks.
    expect(plan.replace(/"table":"<derived\d>".*?\}/, '')).not.toMatch(
      /"type":"ALL"|filesort|SCAN cms_svc_entries\b/,
    );
  });

  it.each(['', '&spam=only', '&spam=include', '&status=read'])(
    'every page has what is on it (%s)',
    async (query) => {
      const { db } = site.host.cms;
      const wanted = db('cms_svc_entries').where({ form_id: formId }).orderBy('id', 'desc');
      if (query !== '&spam=include') wanted.where({ is_spam: query === '&spam=only' ? 1 : 0 });
      if (query === '&status=read') wanted.where({ status: 'read' });
      const ids = (await wanted.pluck('id')) as number[];
      const pages = Math.ceil(ids.length / 50);
      for (const page of [1, 2, 7, Math.floor(pages / 3), Math.floor(pages / 2), pages - 1, pages]) {
        const { body, headers } = await site.api.get(
          `/entries?form_id=${formId}${query}&per_page=50&page=${page}`,
        );
        expect(Number(headers['x-host-total'])).toBe(ids.length);
        expect(body.map(({ id }: { id: number }) => id)).toEqual(
          ids.slice((page - 1) * 50, page * 50).map(Number),
        );
      }
    },
  );

  it.each(['export', 'ID/adjacent'])(
    'GET /entries/%s goes on where it was by a range of the index',
    async (path) => {
      const [{ id }] = (await site.api.get(`/entries?form_id=${formId}&page=100`)).body;
      const plans = await plansOf(`/entries/${path.replace('ID', id)}?form_id=${formId}`);
      const walks = plans.filter(({ sql }) => /`id` [<>] \?/.test(sql));
      expect(walks.length).toBeGreaterThan(1);
      for (const { plan } of walks)
        expect(plan).toMatch(
          family === 'mysql'
            ? /"type":"range".*"key":"cms_svc_entries_form_list"/
            : /INDEX cms_svc_entries_form_list \(form_id=\? AND is_spam=\? AND id[<>]\?\)/,
        );
    },
  );

  it('counts of forms and of the site ask no entry but the newest', async () => {
    for (const path of ['/forms?include=stats', '/stats'])
      for (const { plan, sql } of await plansOf(path))
        expect([sql, plan]).not.toEqual([
          expect.anything(),
          expect.stringMatching(/"type":"ALL"|SCAN cms_svc_entries /),
        ]);
  });
});
