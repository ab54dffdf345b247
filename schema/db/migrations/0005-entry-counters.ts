import type { Migration } from '../migration';

// Frozen. Lists of entries at constant cost: totals are kept instead of counted, and the spam mark stands in the indexes
// that lists are read by, so that a deep page needs no row of those before it.

/** Ids that are counted together, so that a deep page knows where it begins. */
const BLOCK = 8192;

const OLD_INDEXES = ['form_id_status_id_index', 'form_id_id_index', 'status_id_index', 'spam'];

export const entryCounters: Migration = {
  name: '0005-entry-counters',
  async up({ db, name, addColumns, addIndex, createTable, dropIndex }) {
    const entries = name('entries');
    await addColumns('entries', {
      is_spam: (table) => void table.smallint('is_spam').notNullable().defaultTo(0),
    });
    await db(entries).whereNotNull('spam').where({ is_spam: 0 }).update({ is_spam: 1 });
    await addIndex('entries', 'form_list', ['form_id', 'is_spam', 'id']);
    await addIndex('entries', 'form_status_list', ['form_id', 'is_spam', 'status', 'id']);
    await addIndex('entries', 'list', ['is_spam', 'id']);
    await addIndex('entries', 'status_list', ['is_spam', 'status', 'id']);
    for (const old of OLD_INDEXES) await dropIndex('entries', old);
    await createTable('entry_counters', (table) => {
      table.bigInteger('form_id').notNullable();
      table.string('status', 20).notNullable();
      table.smallint('is_spam').notNullable();
      table.bigInteger('first_id').notNullable();
      table.smallint('slot').notNullable();
      table.bigInteger('total').notNullable();
      table.primary(['form_id', 'is_spam', 'status', 'first_id', 'slot']);
    });
    const counters = name('entry_counters');
    const columns = ['form_id', 'status', 'is_spam', 'first_id', 'slot', 'total'];
    await db(counters).delete();
    // Of each form, and of all of them as form 0.
    for (const formId of ['form_id', '0']) {
      const block = `id - (id % ${BLOCK})`;
      const counted = db(entries)
        .groupByRaw(`${formId === '0' ? '' : 'form_id, '}status, is_spam, ${block}`)
        .select(db.raw(`${formId}, status, is_spam, ${block}, 0, COUNT(*)`));
      await db(db.raw('?? (??)', [counters, columns])).insert(counted);
    }
  },
};
