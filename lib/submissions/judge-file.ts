import type { FormField } from '../../schema/api/form-field';
import { isAccepted, isPassive, verifiedMediaType } from '../uploads/media-type';
import type { IncomingFile } from '../uploads/staged-file';
import { MESSAGES } from './messages';

/**
 * Judges the uploads of one file field.
 * @param maxBytes what the operator allows when the field does not allow less
 * @returns the file with a safe name and its verified type; a message for the visitor; null when none was sent
 */
export async function judgeFile(
  field: FormField,
  files: readonly IncomingFile[],
  maxBytes: number,
): Promise<IncomingFile | { error: string } | null> {
  const { label } = field;
  const [file, ...more] = files;
  if (!file) return field.required ? { error: MESSAGES.required(label) } : null;
  if (more.length > 0) return { error: MESSAGES.one_file(label) };
  if (file.size === 0) return { error: MESSAGES.empty_file(label) };
  const max = Math.min(field.max_size ?? maxBytes, maxBytes);
  if (file.size > max) return { error: MESSAGES.file_too_large(label, max) };
  const type = await verifiedMediaType(file.path, file.type);
  if (type === null) return { error: MESSAGES.file_lies(label) };
  const judged = { ...file, name: safeFileName(file.name), type };
  const accepted = field.accept?.length ? isAccepted(field.accept, judged) : isPassive(type);
  return accepted ? judged : { error: MESSAGES.file_type(label) };
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
