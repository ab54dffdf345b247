/** The strong entity tag of a version (RFC 9110, 8.8.3). */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * The version that an `If-Match` header asks for (RFC 9110, 13.1.1).
 * @returns null when any will do; -1, which no version has, for a tag that is not one of ours
 */
export function expectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  return Number(/^"(\d{1,15})"$/.exec(header.trim())?.[1] ?? -1);
}
