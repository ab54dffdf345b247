import type { PageState } from '../../schema/api/page-state';
import type { PageStateRow } from '../../schema/db/tables';
import type { Database } from '../db/database';

/** Keeps a page state. It holds what a visitor typed, so it is short-lived. */
export async function insertPageState(
  db: Database,
  id: string,
  formId: number,
  state: PageState,
  now: number,
): Promise<void> {
  await db.from('page_states').insert({ id, form_id: formId, state: JSON.stringify(state), created_at: now });
}

/** The state of a form's page; null when there is none of this id, or its time is over. */
export async function findPageState(
  db: Database,
  id: string,
  formId: number,
  notBefore: number,
): Promise<PageState | null> {
  const row = (await db
    .from('page_states')
    .where({ id, form_id: formId })
    .where('created_at', '>=', notBefore)
    .first()) as PageStateRow | undefined;
  return row ? (JSON.parse(row.state) as PageState) : null;
}

/** Removes what is older. */
export async function deletePageStatesBefore(db: Database, before: number): Promise<void> {
  await db.from('page_states').where('created_at', '<', before).delete();
}
