import type { Migration } from '../migration';

// Frozen. Secret rotation, the health of a webhook, retention by age, and what the last drain did.

export const webhookHealth: Migration = {
  name: '0002-webhook-health',
  async up({ addColumns, addIndex, createTable }) {
    await addColumns('webhooks', {
      previous_secret: (table) => void table.text('previous_secret'),
      previous_secret_until: (table) => void table.bigInteger('previous_secret_until'),
      failing_since: (table) => void table.bigInteger('failing_since'),
      failed_attempts: (table) => void table.integer('failed_attempts').notNullable().defaultTo(0),
      paused_at: (table) => void table.bigInteger('paused_at'),
      paused_reason: (table) => void table.string('paused_reason', 500),
    });
    await addIndex('deliveries', 'finished_at', ['finished_at']);
    await addIndex('deliveries', 'origin_id', ['origin_id']);
    await createTable('marks', (table) => {
      table.string('name', 50).notNullable().primary();
      table.bigInteger('at').notNullable();
    });
  },
};
