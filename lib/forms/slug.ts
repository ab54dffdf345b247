/** What NFKD does not take apart. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * A URL-safe name for a title: ASCII letters and digits joined by "-", 60 characters at the most; `form` when the
 * title has none. Source: design, slug.
 */
export function slugFor(title: string): string {
  const ascii = title
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return slug || 'form';
}

/**
 * The first of `slug`, `slug-2`, `slug-3`… that is free.
 * @param taken slugs that start like this one
 * @param skip free ones to pass over
 */
export function freeSlug(slug: string, taken: Iterable<string>, skip = 0): string {
  const used = new Set(taken);
  if (!used.has(slug) && skip === 0) return slug;
  for (let number = 2; ; number++) {
    const candidate = `${slug}-${number}`;
    if (!used.has(candidate) && skip-- <= 0) return candidate;
  }
}
