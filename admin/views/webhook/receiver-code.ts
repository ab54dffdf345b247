import type { FormField } from '../../../schema/api/form-field';

/** Code of a receiver in three languages, with the fields of this form. */
export function receiverCode(fields: readonly FormField[]): Record<'Node' | 'PHP' | 'Python', string> {
  const valued = fields.filter(({ type }) => type !== 'page').slice(0, 8);
  const lines = (write: (id: string, label: string) => string) =>
    valued.map(({ id, label }) => write(id, label.replace(/[\r\n]+/g, ' '))).join('\n');
  return {
    Node: `import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const app = express();
const secret = process.env.WEBHOOK_SECRET;

app.post('/hook', express.raw({ type: 'application/json' }), (request, response) => {
  const expected = 'sha256=' + createHmac('sha256', secret).update(request.body).digest('hex');
  const given = request.get('X-Svc-Signature') ?? '';
  const valid = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!valid) return response.sendStatus(401);
  const id = request.get('X-Svc-Delivery'); // the same on every retry: store it, skip what you have seen
  const { fields } = JSON.parse(request.body);
${lines((key, label) => `  const ${identifier(key)} = fields[${JSON.stringify(key)}]; // ${label}`)}
  response.sendStatus(200);
});
app.listen(3000);`,
    PHP: `<?php
$body = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $body, getenv('WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
$id = $_SERVER['HTTP_X_SVC_DELIVERY']; // the same on every retry: store it, skip what you have seen
$fields = json_decode($body, true)['fields'];
${lines((key, label) => `$${identifier(key)} = $fields['${key}'] ?? null; // ${label.replaceAll('?>', '')}`)}
http_response_code(200);`,
    Python: `import hashlib, hmac, os
from flask import Flask, abort, request

app = Flask(__name__)

@app.post("/hook")
def hook():
    key = os.environ["WEBHOOK_SECRET"].encode()
    expected = "sha256=" + hmac.new(key, request.get_data(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, request.headers.get("X-Svc-Signature", "")):
        abort(401)
    delivery = request.headers["X-Svc-Delivery"]  # the same on every retry: store it, skip what you have seen
    fields = request.get_json()["fields"]
${lines((key, label) => `    ${identifier(key)} = fields.get("${key}")  # ${label}`)}
    return "", 200`,
  };
}

/** A field id as a name: \`first-name\` is none in any of the languages, and \`class\` in none either. */
function identifier(id: string): string {
  return `field_${id.replaceAll('-', '_')}`;
}
