import type { Page } from '../../schema/api/page';
import type { FormStatus } from '../../schema/api/form';
import type { FormRow } from '../../schema/db/tables';
import type { Database } from '../db/database';
import { pageOf, wherePeriod, whereSearch, type ListQuery } from '../db/list';
import type { Form } from './form';

export type FormListQuery = ListQuery & {
  status?: FormStatus;
  search?: string;
  after?: number;
  before?: number;
};

/** The form; null when there is none with this id. */
export async function findForm(db: Database, id: number): Promise<Form | null> {
  const row = (await db.from('forms').where({ id }).first()) as FormRow | undefined;
  return row ? fromRow(row) : null;
}

/** The form with this slug; null when there is none. */
export async function findFormBySlug(db: Database, slug: string): Promise<Form | null> {
  const row = (await db.from('forms').where({ slug }).first()) as FormRow | undefined;
  return row ? fromRow(row) : null;
}

/**
 * The form, kept from being deleted until the transaction ends. Readers of one form do not wait for each other.
 * @param db a transaction
 */
export async function holdForm(db: Database, id: number): Promise<Form | null> {
  const query = db.from('forms').where({ id });
  if (db.dialect.locksRows) query.forShare();
  const row = (await query.first()) as FormRow | undefined;
  return row ? fromRow(row) : null;
}

/** The versions of these forms, by id; of those that there are. */
export async function formVersions(db: Database, ids: number[]): Promise<Map<number, number>> {
  const rows = (await db.from('forms').whereIn('id', ids).select('id', 'version')) as Pick<
    FormRow,
    'id' | 'version'
  >[];
  return new Map(rows.map(({ id, version }) => [Number(id), version] as const));
}

/** These forms; of those that there are. */
export async function findForms(db: Database, ids: number[]): Promise<Form[]> {
  return ((await db.from('forms').whereIn('id', ids)) as FormRow[]).map(fromRow);
}

/** What a transaction that stores submissions must know of a form. */
export interface HeldForm {
  id: number;
  version: number;
  /** Its webhook is enabled. */
  webhook: boolean;
}

/**
 * The versions of these forms, kept from being changed or deleted until the transaction ends; of those that there are.
 * One question for everything, because each is a way to the database and back for all who wait. Does not touch secrets,
 * and does not lock the webhook, which failing attempts write to.
 * @param db a transaction
 * @returns also the distance between the ids of one INSERT
 */
export async function holdVersions(
  db: Database,
  ids: number[],
): Promise<{ forms: Map<number, HeldForm>; idStep: number }> {
  const forms = db.name('forms');
  const enabled = db
    .knex(db.name('webhooks'))
    .where('form_id', db.knex.ref(`${forms}.id`))
    .select('enabled');
  const query = db
    .from('forms')
    .whereIn('id', ids)
    .orderBy('id')
    .select('id', 'version', enabled.as('webhook'), db.knex.raw(`${db.dialect.idStep} AS step`));
  if (db.dialect.locksRows) query.forShare();
  const rows = (await query) as unknown as {
    id: number;
    version: number;
    webhook: number | null;
    step: number;
  }[];
  const held = rows.map(({ id, version, webhook }) => ({ id: Number(id), version, webhook: webhook === 1 }));
  return {
    forms: new Map(held.map((form) => [form.id, form] as const)),
    idStep: Number(rows[0]?.step ?? 1),
  };
}

/** The form, for the transaction that changes it: a second one waits. */
export async function lockForm(db: Database, id: number): Promise<Form | null> {
  const query = db.from('forms').where({ id });
  if (db.dialect.locksRows) query.forUpdate();
  const row = (await query.first()) as FormRow | undefined;
  return row ? fromRow(row) : null;
}

/** Stores a new form and returns its id. @throws a duplicate when another form took the slug meanwhile */
export async function insertForm(db: Database, form: Omit<Form, 'id'>): Promise<number> {
  const [id] = (await db.from('forms').insert(toRow(form))) as number[];
  return Number(id);
}

/** Writes every column of a form. */
export async function updateForm(db: Database, form: Form): Promise<void> {
  await db.from('forms').where({ id: form.id }).update(toRow(form));
}

/** How many forms there are. */
export async function countForms(db: Database): Promise<number> {
  const [row] = (await db.from('forms').count({ total: '*' })) as { total: number }[];
  return Number(row?.total ?? 0);
}

/** Removes the form's own row. */
export async function deleteFormRow(db: Database, id: number): Promise<void> {
  await db.from('forms').where({ id }).delete();
}

/** Slugs that a new slug could collide with: itself and itself with a number. */
export async function slugsLike(db: Database, slug: string): Promise<string[]> {
  return db.from('forms').where('slug', slug).orWhere('slug', 'like', `${slug}-%`).pluck('slug') as Promise<
    string[]
  >;
}

/** One page of forms, newest first. */
export async function listForms(db: Database, query: FormListQuery): Promise<Page<Form>> {
  const filtered = db.from('forms');
  if (query.status) filtered.where('status', query.status);
  whereSearch(filtered, query.search);
  wherePeriod(filtered, query);
  const { items, total } = await pageOf<FormRow>(db.knex, db.name('forms'), filtered, query);
  return { items: items.map(fromRow), total };
}

function toRow(form: Omit<Form, 'id'>): Omit<FormRow, 'id'> {
  return {
    title: form.title,
    slug: form.slug,
    status: form.status,
    fields: JSON.stringify(form.fields),
    settings: JSON.stringify(form.settings),
    version: form.version,
    search_text: `${form.title}\n${form.slug}`.toLowerCase(),
    created_at: form.createdAt,
    updated_at: form.updatedAt,
  };
}

function fromRow(row: FormRow): Form {
  return {
    id: Number(row.id),
    title: row.title,
    slug: row.slug,
    status: row.status,
    fields: JSON.parse(row.fields),
    settings: JSON.parse(row.settings),
    version: row.version,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
