import type { Migration } from '../migration';

// Frozen. Every replaced secret signs for its own 24 hours: two rotations in a day must not end the first at once.

export const replacedSecrets: Migration = {
  name: '0004-replaced-secrets',
  async up({ db, name, addColumns, dropColumns }) {
    await addColumns('webhooks', { replaced_secrets: (table) => void table.text('replaced_secrets') });
    const webhooks = name('webhooks');
    if (await db.schema.hasColumn(webhooks, 'previous_secret')) {
      const rows = await db(webhooks)
        .whereNotNull('previous_secret')
        .select('form_id', 'previous_secret', 'previous_secret_until');
      for (const { form_id, previous_secret, previous_secret_until } of rows)
        await db(webhooks)
          .where({ form_id })
          .update({
            replaced_secrets: JSON.stringify([
              { secret: previous_secret, until: Number(previous_secret_until) },
            ]),
          });
    }
    await dropColumns('webhooks', ['previous_secret', 'previous_secret_until']);
  },
};
