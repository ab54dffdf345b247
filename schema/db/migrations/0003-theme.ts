import type { Migration } from '../migration';

// Frozen. The spam mark of entries, and what a page without script shows after its form was sent.

export const theme: Migration = {
  name: '0003-theme',
  async up({ addColumns, addIndex, createTable }) {
    await addColumns('entries', { spam: (table) => void table.string('spam', 200) });
    await addIndex('entries', 'spam', ['spam', 'id']);
    await createTable('page_states', (table) => {
      table.string('id', 36).notNullable().primary();
      table.bigInteger('form_id').notNullable();
      table.text('state', 'longtext').notNullable();
      table.bigInteger('created_at').notNullable();
      table.index(['created_at']);
    });
  },
};
