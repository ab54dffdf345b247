'use strict';
// What a competent engineer writes in an afternoon: Express, zod, mysql2, one transaction a submission. Same tables.
const { createHmac, randomUUID } = require('node:crypto');
const express = require('express');
const { createPool } = require('mysql2/promise');
const { z } = require('zod');

const pool = createPool({ uri: process.env.DATABASE_URL, connectionLimit: 10 });
const body = z.object({
  form_id: z.int(),
  nonce: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
const fieldsOf = z.object({ name: z.string().min(1), email: z.email(), message: z.string().min(1) });

const app = express();
app.disable('x-powered-by');
app.post('/submit', express.json(), async (request, response) => {
  const submission = body.parse(request.body);
  createHmac('sha256', 'key').update(submission.nonce).digest('hex');
  const connection = await pool.getConnection();
  try {
    const [[form]] = await connection.execute('SELECT * FROM cms_svc_forms WHERE id = ?', [
      submission.form_id,
    ]);
    JSON.parse(form.fields);
    const values = fieldsOf.parse(submission.fields);
    const fields = JSON.stringify(
      Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { label: id, value }])),
    );
    const now = Date.now();
    await connection.beginTransaction();
    const [{ insertId }] = await connection.execute(
      `INSERT INTO cms_svc_entries (form_id, status, fields, search_text, ip_address, user_agent, page_url, created_at)
       VALUES (?, 'unread', ?, ?, ?, ?, '', ?)`,
      [
        form.id,
        fields,
        Object.values(values).join('\n').toLowerCase(),
        request.ip,
        request.get('user-agent') ?? '',
        now,
      ],
    );
    const payload = JSON.stringify({
      event: 'form_submission',
      form_id: form.id,
      entry_id: insertId,
      fields: values,
    });
    await connection.execute(
      `INSERT INTO cms_svc_deliveries (id, form_id, entry_id, event, channel, is_test, status, attempt_count,
         expiry_count, next_attempt_at, body, created_at)
       VALUES (?, ?, ?, 'form_submission', 'webhook', 0, 'pending', 0, 0, ?, ?, ?)`,
      [randomUUID(), form.id, insertId, now, payload, now],
    );
    await connection.commit();
    response.json({ success: true, message: 'Thank you.', entry_id: insertId });
  } catch (error) {
    await connection.rollback();
    response.status(500).json({ message: String(error) });
  } finally {
    connection.release();
  }
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`Ready: ${server.address().port}\n`));
