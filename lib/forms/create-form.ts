import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { formCreation } from '../../schema/api/form';
import { mergeSettings } from '../../schema/api/form-settings';
import type { Context } from '../context';
import type { Form } from './form';
import { insertForm, slugsLike } from './form-store';
import { freeSlug, slugFor } from './slug';

/** Creates a form; its slug is made of the title and never changes. Source: specification, POST /forms; design, slug. */
export async function createForm(context: Context, wanted: z.infer<typeof formCreation>): Promise<Form> {
  const { db } = context;
  const now = context.now();
  const base = slugFor(wanted.title);
  for (let tried = 1; ; tried++) {
    const form = {
      title: wanted.title,
      // Losers of a race spread out: one after the other, a hundred would need a hundred rounds.
      slug: freeSlug(base, await slugsLike(db, base), tried > 2 ? randomInt(tried * tried) : 0),
      status: wanted.status,
      fields: wanted.fields,
      settings: mergeSettings({}, wanted.settings),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    try {
      return { id: await insertForm(db, form), ...form };
    } catch (error) {
      // Two forms of one title at the same moment: the unique index decided, the loser counts on.
      if (tried >= 40 || !db.dialect.isDuplicate(error)) throw error;
    }
  }
}
