/** What a form post says, before anything of it is judged. */
export interface FormPost {
  values: Record<string, unknown>;
  fields: Record<string, unknown>;
}

/** Pairs of a form post at the most, over both encodings. */
export const MAX_PAIRS = 2000;

/** `fields[id]` or `fields[id][]` */
const FIELD_KEY = /^fields\[([^[\]]{1,64})\](\[\])?$/;

/** The field id in a key of a form post; null for `form_id`, `nonce` and the like. */
export function fieldIdOf(key: string): string | null {
  return FIELD_KEY.exec(key)?.[1] ?? null;
}

/**
 * Collects the pairs of a form post: `fields` as JSON, or `fields[id]`, which makes a list when it occurs twice or
 * ends in `[]`.
 * @returns null when `fields` is not JSON
 */
export function collectPairs(pairs: Iterable<readonly [string, string]>): FormPost | null {
  const values = new Map<string, unknown>();
  const fields = new Map<string, unknown>();
  for (const [key, value] of pairs) {
    const match = FIELD_KEY.exec(key);
    if (!match) values.set(key, value);
    else collect(fields, match[1] as string, value, match[2] !== undefined);
  }
  const json = values.get('fields');
  if (typeof json !== 'string')
    return { values: Object.fromEntries(values), fields: Object.fromEntries(fields) };
  try {
    const parsed: unknown = JSON.parse(json);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    const merged = isObject ? { ...parsed, ...Object.fromEntries(fields) } : parsed;
    return { values: Object.fromEntries(values), fields: merged as Record<string, unknown> };
  } catch {
    return null;
  }
}

function collect(fields: Map<string, unknown>, id: string, value: string, isList: boolean): void {
  const before = fields.get(id);
  // In place: copying the list for each of many thousand pairs would block the process for a minute.
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) fields.set(id, [before, value]);
  else fields.set(id, isList ? [value] : value);
}
