import escapeHtml from 'escape-html';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** HTML attributes, escaped; true stands alone, false and undefined are left out. */
export function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}
