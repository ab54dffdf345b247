import type { Knex } from 'knex';
import type { Migration } from '../migration';

// Frozen: this file says what the tables were at version 1.0.0. What changes later is a migration of its own.

const forms = (table: Knex.CreateTableBuilder) => {
  table.bigIncrements('id');
  table.string('title', 200).notNullable();
  table.string('slug', 100).notNullable().unique();
  table.string('status', 20).notNullable();
  table.text('fields', 'longtext').notNullable();
  table.text('settings', 'longtext').notNullable();
  table.integer('version').notNullable();
  table.text('search_text').notNullable();
  table.bigInteger('created_at').notNullable();
  table.bigInteger('updated_at').notNullable();
  table.index(['status', 'id']);
};

const entries = (table: Knex.CreateTableBuilder) => {
  table.bigIncrements('id');
  table.bigInteger('form_id').notNullable();
  table.string('status', 20).notNullable();
  table.text('fields', 'longtext').notNullable();
  table.text('search_text', 'longtext').notNullable();
  table.string('ip_address', 45).notNullable();
  table.string('user_agent', 500).notNullable();
  table.text('page_url').notNullable();
  table.string('idempotency_hash', 64);
  table.bigInteger('created_at').notNullable();
  table.index(['form_id', 'status', 'id']);
  table.index(['form_id', 'id']);
  table.index(['status', 'id']);
  table.index(['created_at']);
  table.unique(['form_id', 'idempotency_hash']);
};

const webhooks = (table: Knex.CreateTableBuilder) => {
  table.bigInteger('form_id').notNullable().primary();
  table.smallint('enabled').notNullable();
  table.text('url');
  table.text('secret');
  table.bigInteger('updated_at').notNullable();
};

const deliveries = (table: Knex.CreateTableBuilder) => {
  table.string('id', 36).notNullable().primary();
  table.string('origin_id', 36);
  table.bigInteger('form_id').notNullable();
  table.bigInteger('entry_id');
  table.string('event', 50).notNullable();
  table.string('channel', 20).notNullable();
  table.smallint('is_test').notNullable();
  table.string('status', 20).notNullable();
  table.smallint('attempt_count').notNullable();
  table.smallint('expiry_count').notNullable();
  table.bigInteger('next_attempt_at');
  table.bigInteger('lane');
  table.bigInteger('due_at');
  table.string('lease_token', 36);
  table.string('reason', 500);
  table.text('body', 'longtext');
  table.bigInteger('created_at').notNullable();
  table.bigInteger('finished_at');
  // Rows with nothing left to do have no lane and so leave the part of the index that the drain reads: however many
  // are finished, or overdue in another lane, finding the next of a lane costs the same.
  table.index(['lane', 'due_at', 'id']);
  table.index(['lease_token']);
  table.index(['form_id', 'id']);
  table.index(['entry_id']);
  table.index(['status', 'id']);
};

const attempts = (table: Knex.CreateTableBuilder) => {
  table.bigIncrements('id');
  table.string('delivery_id', 36).notNullable();
  table.smallint('attempt').notNullable();
  table.bigInteger('at').notNullable();
  table.string('method', 10).notNullable();
  table.text('url').notNullable();
  table.smallint('response_status');
  table.string('error', 500);
  table.integer('duration_ms').notNullable();
  table.text('response_body');
  table.integer('retry_delay');
  table.index(['delivery_id', 'id']);
  table.index(['at']);
};

const uploads = (table: Knex.CreateTableBuilder) => {
  table.string('id', 36).notNullable().primary();
  table.bigInteger('entry_id');
  table.bigInteger('form_id').notNullable();
  table.string('state', 20).notNullable();
  table.bigInteger('created_at').notNullable();
  table.index(['state', 'created_at']);
  table.index(['entry_id']);
  table.index(['form_id']);
};

export const createTables: Migration = {
  name: '0001-create-tables',
  async up({ createTable }) {
    await createTable('forms', forms);
    await createTable('entries', entries);
    await createTable('webhooks', webhooks);
    await createTable('deliveries', deliveries);
    await createTable('delivery_attempts', attempts);
    await createTable('uploads', uploads);
  },
};
