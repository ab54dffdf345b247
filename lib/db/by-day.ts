/** Milliseconds of a day. */
export const DAY = 86_400_000;

/**
 * SQL for the start of the day of a time on the reader's clock, as epoch milliseconds moved by the offset. By
 * remainder, which both databases compute alike. The offset is written into the text, because grouping by a bound
 * value is another expression to MySQL than selecting it.
 * @param offset milliseconds that the reader's clock is ahead of UTC
 */
export function startOfDay(column: 'created_at' | 'finished_at', offset: number): string {
  const moved = `(${column} + ${Math.trunc(offset)})`;
  return `(${moved} - (${moved} % ${DAY}))`;
}
