import type { Knex } from 'knex';
import type { Page } from '../../schema/api/page';

/** What every list can be asked for. */
export interface ListQuery {
  page: number;
  per_page: number;
}

/**
 * Turns a search term into a LIKE pattern over a lower-case column; `%`, `_` and the escape sign mean themselves.
 * JavaScript folds the case, because the databases disagree outside ASCII.
 */
export function whereSearch(query: Knex.QueryBuilder, term: string | undefined): void {
  if (!term?.trim()) return;
  const pattern = `%${term.trim().toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  query.whereRaw("?? LIKE ? ESCAPE '!'", ['search_text', pattern]);
}

/**
 * `after` and `before` compare whole seconds, because that is what the wire shows: an entry shown as 10:00:00Z is
 * neither after nor before 10:00:00Z.
 */
export function wherePeriod(query: Knex.QueryBuilder, period: { after?: number; before?: number }): void {
  if (period.after !== undefined)
    query.where('created_at', '>=', (Math.floor(period.after / 1000) + 1) * 1000);
  if (period.before !== undefined) query.where('created_at', '<', Math.ceil(period.before / 1000) * 1000);
}

async function countOf(filtered: Knex.QueryBuilder): Promise<number> {
  const [counted] = (await filtered.clone().count({ total: '*' })) as { total: number }[];
  return Number(counted?.total ?? 0);
}

/** A total that is kept, and where a page begins. */
export interface Kept {
  total: number;
  /** The id that the page's rows are below, and how many of those below it come before the page. */
  placeOf(offset: number): { below: number; offset: number };
}

/**
 * One page, newest first. The ids of a deep page are found in an index before any row is read; where totals are kept by
 * blocks of ids, the index is entered at the block.
 * @param filtered a query over the table with its conditions and nothing else
 * @param kept where totals are kept; else they are counted
 */
export async function pageOf<Row extends { id: number | string }>(
  knex: Knex,
  table: string,
  filtered: Knex.QueryBuilder,
  { page, per_page }: ListQuery,
  kept?: () => Promise<Kept>,
): Promise<Page<Row>> {
  const offset = (page - 1) * per_page;
  const known = await kept?.();
  // What is kept may be wrong: nothing is said to be empty that was not looked at.
  const isKnown = known !== undefined && known.total > offset;
  const total = isKnown ? known.total : await countOf(filtered);
  // Also keeps offsets from the database that a 64-bit integer could not hold.
  if (offset >= total) return { items: [], total };
  const ids = filtered.clone().select('id').orderBy('id', 'desc').limit(per_page);
  const place = isKnown && page > 1 ? known.placeOf(offset) : null;
  if (place) ids.where('id', '<', place.below);
  const rows = await knex(table)
    .join(ids.offset(place?.offset ?? offset).as('wanted'), `${table}.id`, 'wanted.id')
    .select(`${table}.*`)
    .orderBy(`${table}.id`, 'desc');
  return { items: rows as Row[], total };
}
