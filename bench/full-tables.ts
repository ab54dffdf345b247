import { createConnection, type Connection } from 'mysql2/promise';
import { freshDatabase } from '../tests/support/databases';
import { load, median, memoryOf, ratio, startOurs, startServer, table, timed, type Ours } from './kit';

const MILLION = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);

/** A site with a thousand, a hundred thousand and a million entries, each in a form of its own. */
interface FullSite {
  ours: Ours;
  sql: Connection;
  forms: { entries: number; id: number }[];
}

/** Lists, export and submissions where there are a million entries already. */
export async function fullTables(): Promise<Record<string, string>> {
  const receiver = await startServer('receiver.cjs', '/hook');
  const [full, empty] = [await freshDatabase('mysql'), await freshDatabase('mysql')];
  const ours = await startOurs(full.url, receiver.url);
  const fresh = await startOurs(empty.url, receiver.url);
  const sql = await createConnection({ uri: full.url as string });
  const forms = [];
  for (const entries of [1000, MILLION / 10, MILLION]) forms.push({ entries, id: await ours.api.form() });
  for (const form of forms) await fill(sql, form.id, form.entries);
  const site = { ours, sql, forms };
  const sections = {
    'Lists of entries (MySQL)': await lists(site),
    'Export of a million entries': await exported(site),
    'Submissions with a million entries stored': await beside(ours, fresh),
  };
  await sql.end();
  for (const one of [ours, fresh, receiver]) await one.stop();
  await Promise.all([full.drop(), empty.drop()]);
  return sections;
}

/** Copies a form's first entry until there are enough, and keeps the totals right. */
async function fill(sql: Connection, formId: number, wanted: number): Promise<void> {
  const fields = JSON.stringify({ name: { label: 'Name', value: 'Ada Lovelace' } });
  await sql.query(
    `INSERT INTO cms_svc_entries (form_id, status, fields, search_text, ip_address, user_agent, page_url, created_at)
     VALUES (?, 'unread', ?, 'ada lovelace', '::1', 'bench', '', ?)`,
    [formId, fields, Date.now()],
  );
  const columns = 'form_id, status, fields, search_text, ip_address, user_agent, page_url, created_at';
  for (let count = 1; count < wanted;) {
    const some = Math.min(count, wanted - count, 50_000);
    await sql.query(
      `INSERT INTO cms_svc_entries (${columns})
       SELECT ${columns} FROM cms_svc_entries WHERE form_id = ? ORDER BY id DESC LIMIT ${some}`,
      [formId],
    );
    count += some;
  }
  // As the migration counts them.
  await sql.query(
    `INSERT INTO cms_svc_entry_counters (form_id, status, is_spam, first_id, slot, total)
     SELECT form_id, status, is_spam, id - (id % 8192), 0, COUNT(*) FROM cms_svc_entries WHERE form_id = ?
     GROUP BY form_id, status, is_spam, id - (id % 8192)`,
    [formId],
  );
}

async function lists({ ours, sql, forms }: FullSite): Promise<string> {
  const page = async (formId: number, number: number) =>
    median(await timed(25, () => ours.api.get(`/entries?form_id=${formId}&page=${number}`).expect(200)));
  const [small] = forms;
  const base = await page(small?.id ?? 0, 1);
  const rows: (string | number)[][] = [];
  for (const { entries, id } of forms) {
    const first = await page(id, 1);
    const later = Math.min(1000, entries / 20);
    rows.push([`page 1 of ${entries}`, first.toFixed(1), ratio(first, base), '']);
    const deep = await page(id, later);
    rows.push([`page ${later} of ${entries}`, deep.toFixed(1), ratio(deep, base), '']);
  }
  const last = forms.at(-1) as { entries: number; id: number };
  const offset = last.entries - last.entries / 5;
  const plain = median(
    await timed(5, () =>
      sql.query(
        `SELECT * FROM cms_svc_entries WHERE form_id = ? AND spam IS NULL ORDER BY id DESC LIMIT 20 OFFSET ${offset}`,
        [last.id],
      ),
    ),
  );
  const number = offset / 20;
  const deep = await page(last.id, number);
  rows.push([`page ${number} of ${last.entries}`, deep.toFixed(1), ratio(deep, base), ratio(deep, plain)]);
  rows.push([`the same by plain OFFSET, without HTTP`, plain.toFixed(1), '', '1.00']);
  return table(['list', 'ms', 'of page 1 of 1000', 'of plain OFFSET'], rows);
}

async function exported({ ours, forms }: FullSite): Promise<string> {
  const { id, entries } = forms.at(-1) as { entries: number; id: number };
  const idle = memoryOf(ours.pid);
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(ours.pid))), 50);
  const started = performance.now();
  const response = await ours.api.stream(`/entries/export?form_id=${id}`);
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  return table(
    ['entries', 'seconds', 'entries a second', 'MB sent', 'MB of memory over idle, at the most'],
    [
      [
        entries,
        seconds.toFixed(1),
        Math.round(entries / seconds),
        Math.round(bytes / 1e6),
        Math.round(most - idle),
      ],
    ],
  );
}

async function beside(full: Ours, empty: Ours): Promise<string> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++)
    for (const [index, one] of [full, empty].entries())
      rates[index as 0 | 1].push((await load(one.submitUrl, 64, 3, one.body)).perSecond);
  const [million, none] = rates.map(median) as [number, number];
  return table(
    ['stored before', 'submissions a second', 'of an empty table'],
    [
      [MILLION, million, ratio(million, none)],
      [0, none, '1.00'],
    ],
  );
}
