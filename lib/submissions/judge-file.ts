import type { FormField } from '../../schema/api/form-field';
import { isAccepted, isPassive, verifiedMediaType } from '../uploads/media-type';
import type { IncomingFile } from '../uploads/staged-file';
import { sizeInWords, type TextKey, type Translate } from '../../schema/api/texts';

/**
 * Judges the uploads of one file field.
 * @param maxBytes what the operator allows when the field does not allow less
 * @returns the file with a safe name and its verified type; a message for the visitor; null when none was sent
 */
export async function judgeFile(
  field: FormField,
  files: readonly IncomingFile[],
  maxBytes: number,
  translate: Translate,
): Promise<IncomingFile | { error: string } | null> {
  const bad = (key: TextKey, values = {}) => ({ error: translate(key, { label: field.label, ...values }) });
  const [file, ...more] = files;
  if (!file) return field.required ? bad('required') : null;
  if (more.length > 0) return bad('one_file');
  if (file.size === 0) return bad('empty_file');
  const max = Math.min(field.max_size ?? maxBytes, maxBytes);
  if (file.size > max) return bad('file_too_large', { size: sizeInWords(max) });
  const type = await verifiedMediaType(file.path, file.type);
  if (type === null) return bad('file_lies');
  const judged = { ...file, name: safeFileName(file.name), type };
  const accepted = field.accept?.length ? isAccepted(field.accept, judged) : isPassive(type);
  return accepted ? judged : bad('file_type');
}

/** The last part of a path, without what file systems, headers and terminals trip over; 200 characters at the most. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .trim();
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 ? clean.slice(dot).slice(0, 20) : '';
  // Last: a cut may leave half a character.
  return `${(dot > 0 ? clean.slice(0, dot) : clean).slice(0, 180)}${ending}`.toWellFormed() || 'file';
}
