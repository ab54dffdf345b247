import type { FormBody } from '../../../schema/api/form';
import type { FormContent } from '../../api/forms';
import { download } from '../../components/download';

/** Name of the format in the file, so that another JSON file is not taken for a form. */
const KIND = 'svc-forms/form';

/** Saves a form as a file that `readFormFile` takes, here or on another site. Entries and webhook stay. */
export function exportForm({
  title,
  slug,
  fields,
  settings,
}: Pick<FormBody, 'title' | 'slug' | 'fields' | 'settings'>): void {
  const json = JSON.stringify({ kind: KIND, title, fields, settings }, null, 2);
  download(`${slug}.json`, new Blob([json], { type: 'application/json' }));
}

/** @returns the form as a draft to create; null when the file is something else. What is in it, the server judges. */
export async function readFormFile(file: File): Promise<FormContent | null> {
  try {
    const {
      kind = KIND,
      title,
      fields,
      settings = {},
    } = JSON.parse(await file.text()) as Partial<FormContent> & { kind?: string };
    // A form as the API answers it has no kind.
    if (kind !== KIND || typeof title !== 'string' || !Array.isArray(fields)) return null;
    return { title, status: 'draft', fields, settings };
  } catch {
    return null;
  }
}
