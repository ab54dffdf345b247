'use strict';
// The least that stores a submission: node:http, mysql2, one transaction with an entry and a delivery. Judges nothing.
const { randomUUID } = require('node:crypto');
const { createServer } = require('node:http');
const { createPool } = require('mysql2/promise');

const pool = createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });

async function store({ form_id: formId, fields }) {
  const connection = await pool.getConnection();
  try {
    const now = Date.now();
    const json = JSON.stringify(fields);
    await connection.beginTransaction();
    const [{ insertId }] = await connection.execute(
      `INSERT INTO cms_svc_entries (form_id, status, fields, search_text, ip_address, user_agent, page_url, created_at)
       VALUES (?, 'unread', ?, ?, '::1', '', '', ?)`,
      [formId, json, json, now],
    );
    await connection.execute(
      `INSERT INTO cms_svc_deliveries (id, form_id, entry_id, event, channel, is_test, status, attempt_count,
         expiry_count, next_attempt_at, body, created_at)
       VALUES (?, ?, ?, 'form_submission', 'webhook', 0, 'pending', 0, 0, ?, ?, ?)`,
      [randomUUID(), formId, insertId, now, json, now],
    );
    await connection.commit();
    return insertId;
  } finally {
    connection.release();
  }
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    store(JSON.parse(Buffer.concat(chunks).toString())).then(
      (id) => {
        const body = JSON.stringify({ success: true, message: 'Thank you.', entry_id: id });
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Ready: ${server.address().port}\n`));
