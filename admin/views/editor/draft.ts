import type { FormBody } from '../../../schema/api/form';
import { formUpdate } from '../../../schema/api/form';
import type { FieldType, FormField } from '../../../schema/api/form-field';
import type { FormContent } from '../../api/forms';
import { editor as t } from '../../texts/editor';

/** A field in the editor; the key stays when the field is moved or renamed. */
export interface DraftField {
  key: number;
  field: FormField;
  /** The id follows the label until somebody writes one, or entries may have it. */
  idFollows: boolean;
}

export type Draft = Omit<FormContent, 'fields'> & {
  fields: DraftField[];
  /** Keys in order, those of deleted fields too: a field that is put back knows its place. */
  order: number[];
};

export type Change =
  | { type: 'set'; values: Partial<Omit<Draft, 'fields' | 'order'>> }
  | { type: 'add'; field: FieldType; label: string; key: number }
  | { type: 'edit'; key: number; values: Partial<FormField> }
  | { type: 'move'; key: number; to: number }
  | { type: 'duplicate'; key: number }
  | { type: 'remove'; key: number }
  | { type: 'put_back'; field: DraftField }
  | { type: 'replace'; draft: Draft };

let lastKey = 0;

/** A key that no field has. */
export const newKey = (): number => ++lastKey;

/** What the editor works on, from what the server has. */
export function draftOf({ title, status, fields, settings }: FormBody): Draft {
  const drafted = fields.map((field) => ({ key: newKey(), field, idFollows: false }));
  return { title, status, settings, fields: drafted, order: drafted.map(({ key }) => key) };
}

/** A draft that was saved, as the server has it now; the fields keep their keys, so that nothing closes or jumps. */
export function rebased(draft: Draft, saved: FormBody): Draft {
  const fresh = draftOf(saved);
  const fields = fresh.fields.map((one, index) => ({ ...one, key: draft.fields[index]?.key ?? one.key }));
  return { ...fresh, fields, order: ordered(draft.order, fields) };
}

/** What is sent. */
export function contentOf({ title, status, settings, fields }: Draft): FormContent {
  return { title, status, settings, fields: fields.map(({ field }) => field) };
}

/** The draft after a change; the old one stays as it is. */
export function changed(draft: Draft, change: Change): Draft {
  const next = applied(draft, change);
  return change.type === 'replace' ? next : { ...next, order: ordered(draft.order, next.fields) };
}

/** The fields' keys in order, with each deleted one still behind the one that it stood behind. */
function ordered(before: number[], fields: DraftField[]): number[] {
  const order = fields.map(({ key }) => key);
  before.forEach((key, index) => {
    if (!order.includes(key)) order.splice(order.indexOf(before[index - 1] ?? -1) + 1, 0, key);
  });
  return order;
}

function applied(draft: Draft, change: Change): Draft {
  const { fields } = draft;
  const index = 'key' in change ? fields.findIndex(({ key }) => key === change.key) : -1;
  switch (change.type) {
    case 'set':
      return { ...draft, ...change.values };
    case 'replace':
      return change.draft;
    case 'add': {
      const { field: type, label, key } = change;
      const field: FormField = { id: freeId(fields, idFor(label, type)), type, label, required: false };
      if (type === 'select' || type === 'radio') field.options = ['First choice', 'Second choice'];
      if (type === 'checkbox') field.options = ['Yes'];
      return { ...draft, fields: [...fields, { key, field, idFollows: true }] };
    }
    case 'edit':
      return {
        ...draft,
        fields: fields.map((one, at) => (at === index ? edited(one, change.values, fields) : one)),
      };
    case 'move': {
      const [moving] = fields.slice(index, index + 1);
      return moving
        ? { ...draft, fields: fields.toSpliced(index, 1).toSpliced(change.to, 0, moving) }
        : draft;
    }
    case 'duplicate': {
      const [original] = fields.slice(index, index + 1);
      if (!original) return draft;
      const field = { ...original.field, id: freeId(fields, original.field.id) };
      return { ...draft, fields: fields.toSpliced(index + 1, 0, { key: newKey(), field, idFollows: true }) };
    }
    case 'remove':
      return { ...draft, fields: fields.toSpliced(index, 1) };
    case 'put_back': {
      const { key, field } = change.field;
      // Not of this draft any more, or there already.
      if (!draft.order.includes(key) || fields.some((one) => one.key === key)) return draft;
      // Its key may have been given away meanwhile.
      const back = { ...change.field, field: { ...field, id: freeId(fields, field.id) } };
      const place = (one: DraftField) => draft.order.indexOf(one.key);
      return { ...draft, fields: [...fields, back].sort((one, other) => place(one) - place(other)) };
    }
  }
}

function edited(one: DraftField, values: Partial<FormField>, fields: DraftField[]): DraftField {
  const field = Object.fromEntries(
    Object.entries({ ...one.field, ...values }).filter(([, value]) => value !== undefined && value !== ''),
  ) as unknown as FormField;
  field.label ??= '';
  field.id ??= '';
  if (values.id !== undefined) return { ...one, field, idFollows: false };
  if (one.idFollows && values.label !== undefined) {
    const others = fields.filter(({ key }) => key !== one.key);
    field.id = freeId(others, idFor(values.label, field.type));
  }
  return { ...one, field };
}

/** `Your name?` becomes `your_name`; what has no Latin letters is named by its type. */
function idFor(label: string, type: FieldType): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  return plain || type;
}

function freeId(fields: DraftField[], wanted: string): string {
  const taken = new Set(fields.map(({ field }) => field.id));
  const stem = wanted.replace(/_\d+$/, '');
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${stem}_${number}`;
  return id;
}

/** The schema names properties as the API does; who edits a form knows them by their labels. */
function inEditorWords(message: string): string {
  const named = message.replace(
    /\b(min_length|max_length|min|max)\b/g,
    (name) => `“${t.properties[name as keyof typeof t.properties][0]}”`,
  );
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** Complaints of the server's own schema, by path: `title`, `fields.2.id`, `settings.redirect_url`. */
export function complaints(draft: Draft): Map<string, string> {
  const parsed = formUpdate.safeParse(contentOf(draft));
  if (parsed.success) return new Map();
  return new Map(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), inEditorWords(message)] as const),
  );
}

/** Settings as PUT merges them: what was removed is null. */
export function settingsPatch(
  saved: FormBody['settings'],
  wanted: FormBody['settings'],
): FormBody['settings'] {
  const removed = Object.keys(saved).filter((key) => !(key in wanted) || wanted[key] === undefined);
  return { ...wanted, ...Object.fromEntries(removed.map((key) => [key, null])) };
}
