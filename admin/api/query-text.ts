/** Filters as a query string; what is empty is left out. */
export function queryText(filters: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return text ? `?${text}` : '';
}
