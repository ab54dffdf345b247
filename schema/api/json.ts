/** How deep a JSON body may nest. A definition needs five levels; JSON.stringify overflows the stack near 7,000. */
const MAX_DEPTH = 32;

/** True when the parsed JSON value nests deeper than this API accepts. Stops at the limit, so it cannot overflow. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** True when some key or string of the parsed JSON value contains U+0000, which SQLite would cut. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner));
}
