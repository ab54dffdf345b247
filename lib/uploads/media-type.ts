import { open } from 'node:fs/promises';
import { filetypeinfo } from 'magic-bytes.js';

/** Bytes of the start that tell a file's type; tar keeps its mark at 257. */
const HEAD = 512;

/** RFC 6838, 4.2: what a media type may look like. */
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]{0,62}\/[a-z0-9][\w!#$&^.+-]{0,126}$/;

/** Office formats are zip archives and say so in their first bytes. */
const ZIPPED =
  /^application\/(zip|x-zip-compressed|epub\+zip|java-archive|vnd\.(openxmlformats|oasis\.opendocument|ms-.*(12|enabled)).*)/;

/** Types whose files always begin with a mark that is known here; a file of such a type without its mark lies. */
const MARKED =
  /^(image\/(png|jpeg|gif|webp|bmp|tiff|heic|avif)|application\/(pdf|zip|gzip|x-7z-compressed|x-rar-compressed)|video\/(mp4|webm|quicktime)|audio\/(mpeg|ogg|wav|flac))$/;

/** Things that run or that a browser would run; nobody sends them by a form unless the field asks for them. */
const ACTIVE =
  /^(text\/html|application\/(xhtml\+xml|javascript|x-msdownload|x-executable|x-sh|x-httpd-php)|text\/javascript|image\/svg\+xml)$/;

/**
 * Compares what a file says it is with how it begins.
 * @param path file on disk
 * @param declared media type as the client sent it
 * @returns the media type to record; null when the file is not what it says
 */
export async function verifiedMediaType(path: string, declared: string): Promise<string | null> {
  const written = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const type = MEDIA_TYPE.test(written) ? written : '';
  const start = await head(path);
  const known = filetypeinfo(start).flatMap(({ mime, typename }) => mime ?? PROGRAMS[typename] ?? []);
  if (type === '' || type === 'application/octet-stream') return known[0] ?? 'application/octet-stream';
  if (known.some((mime) => alias(mime) === alias(type))) return type;
  if (ZIPPED.test(type)) return known.some((mime) => ZIPPED.test(mime)) ? type : null;
  if (MARKED.test(type)) return null;
  // Marks of two letters also begin plain words (BM, MZ): what reads as text is no picture and no program.
  if (isText(start)) return /^(image|audio|video)\//.test(type) && !ACTIVE.test(type) ? null : type;
  const isOther = type.startsWith('text/') || known.some((mime) => MARKED.test(mime) || ACTIVE.test(mime));
  return isOther ? null : type;
}

/** No control characters but those of layout, in UTF-8 as in the older encodings of one byte; UTF-16 by its mark. */
function isText(start: Uint8Array): boolean {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return !start.some((byte) => byte < 0x08 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}

/** Types that the library knows by name only. */
const PROGRAMS: Record<string, string> = { exe: 'application/x-msdownload' };

/** True when a field without `accept` takes this type. */
export function isPassive(type: string): boolean {
  return !ACTIVE.test(type);
}

/** Types that an ending promises, for endings whose type always has a mark. */
const PROMISED: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

/**
 * True when the file fits one of the patterns: a media type, `image/*`, or an ending such as `.pdf`. An ending alone
 * lets in no other type than it promises, and nothing that a browser or a system would run.
 */
export function isAccepted(patterns: readonly string[], file: { name: string; type: string }): boolean {
  return patterns.some((raw) => {
    const pattern = raw.trim().toLowerCase();
    if (pattern.endsWith('/*')) return file.type.startsWith(pattern.slice(0, -1));
    if (!pattern.startsWith('.')) return alias(file.type) === alias(pattern);
    if (!file.name.toLowerCase().endsWith(pattern)) return false;
    const promised = PROMISED[pattern];
    return promised ? alias(file.type) === promised : isPassive(file.type) || ACTIVE_ENDINGS.test(pattern);
  });
}

/** A field that names such an ending asks for what it holds. */
const ACTIVE_ENDINGS = /^\.(html?|xhtml|js|mjs|svg|exe|sh|php)$/;

const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
};
const alias = (type: string): string => ALIASES[type] ?? type;

async function head(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
