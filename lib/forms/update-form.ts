import type { z } from 'zod';
import type { formUpdate } from '../../schema/api/form';
import { mergeSettings } from '../../schema/api/form-settings';
import type { Context } from '../context';
import { inTransaction } from '../db/in-transaction';
import type { Form } from './form';
import { lockForm, updateForm } from './form-store';

/**
 * Changes what the patch names; the rest keeps its value, settings merge key by key.
 * @param expected the version that the change is meant for; null when any will do
 * @returns the changed form; null when there is none; `conflict` when it has another version by now. Source: specification, PUT /forms/{id}; design, PUT.
 */
export async function changeForm(
  context: Context,
  id: number,
  patch: z.infer<typeof formUpdate>,
  expected: number | null = null,
): Promise<Form | null | 'conflict'> {
  return inTransaction(context.db, async (db) => {
    const current = await lockForm(db, id);
    if (!current) return null;
    if (expected !== null && current.version !== expected) return 'conflict';
    const changed: Form = {
      ...current,
      title: patch.title ?? current.title,
      status: patch.status ?? current.status,
      fields: patch.fields ?? current.fields,
      settings: patch.settings ? mergeSettings(current.settings, patch.settings) : current.settings,
      version: current.version + 1,
      updatedAt: context.now(),
    };
    await updateForm(db, changed);
    return changed;
  });
}
