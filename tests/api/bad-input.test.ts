import { gzipSync } from 'node:zlib';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

const GOOD = { name: 'Ada', email: 'ada@example.com' };

overDatabases('bad input', (family) => {
  let site: TestHost;
  let formId: number;
  beforeAll(async () => {
    site = await startTestHost(family);
    formId = await site.api.form();
  });
  afterAll(() => site.stop());
  afterEach(() => {
    expect(site.log.filter(({ event }) => event === 'request.internal_error')).toEqual([]);
  });

  const submit = (fields: unknown, more: object = {}) =>
    site.api.anonymous.post('/submit', { form_id: formId, nonce: site.nonce(formId), fields, ...more });
  const create = (body: object | string) => site.api.post('/forms', body);
  const stored = async () => Number((await site.api.get('/entries')).headers['x-host-total']);

  it.each([
    ['broken', '{"title": "x"', 'invalid_json', 400],
    ['a trailing comma', '{"title": "x",}', 'invalid_json', 400],
    ['an array', '["title"]', 'validation_error', 400],
    ['a string', '"title"', 'validation_error', 400],
    ['null', 'null', 'validation_error', 400],
    ['a number', '17', 'validation_error', 400],
    ['2 MB', JSON.stringify({ title: 'x'.repeat(2_000_000) }), 'payload_too_large', 413],
    [
      'deep arrays',
      `{"title": "x", "settings": {"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      'validation_error',
      400,
    ],
    [
      'deep fields',
      `{"title": "x", "fields": ${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      'validation_error',
      400,
    ],
  ])('a body that is %s', async (_name, body, code, status) => {
    const made = await create(body);
    expect([made.status, made.body.code, made.body.data.status]).toEqual([status, code, status]);
    const sent = await site.api.anonymous.post('/submit', body);
    expect(sent.status).toBe(status);
  });

  it('other content types and encodings', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
      const made = await create('{}').set('Content-Type', type);
      expect([type, made.status, made.body.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
    const utf16 = await create('{}').set('Content-Type', 'application/json; charset=utf-42');
    expect(utf16.body.code).toBe('unsupported_media_type');
    const zipped = await create('{}').set('Content-Encoding', 'compress');
    expect(zipped.body.code).toBe('unsupported_media_type');
    const lying = await create('{}').set('Content-Encoding', 'gzip');
    expect([lying.status, lying.body.code]).toEqual([400, 'invalid_json']);
    const exploded = await fetch(`${site.host.url}rest/svc-forms/v1/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000, 0x20)),
    });
    expect(exploded.status).toBe(413);
    const none = await site.api.post('/forms').set('Content-Length', '0');
    expect([none.status, none.body.data.field]).toEqual([400, 'title']);
  });

  it.each([
    ['no title', {}, 'title'],
    ['an empty title', { title: '   ' }, 'title'],
    ['a long title', { title: 'x'.repeat(201) }, 'title'],
    ['a number as title', { title: 7 }, 'title'],
    ['NUL in the title', { title: 'a\0b' }, 'title'],
    ['NUL in a kept setting', { title: 'x', settings: { other: ['a\0'] } }, undefined],
    ['fields as object', { title: 'x', fields: {} }, 'fields'],
    ['settings as array', { title: 'x', settings: [] }, 'settings'],
    ['settings as null', { title: 'x', settings: null }, 'settings'],
    ['10,000 fields', { title: 'x', fields: many(10_000) }, 'fields'],
    ['a field twice', { title: 'x', fields: [...many(2), ...many(1)] }, 'fields.2.id'],
    ['a field that is no object', { title: 'x', fields: ['name'] }, 'fields.0'],
    ['__proto__ as field id', { title: 'x', fields: [{ ...many(1)[0], id: '__proto__' }] }, 'fields.0.id'],
    ['required as string', { title: 'x', fields: [{ ...many(1)[0], required: 'yes' }] }, 'fields.0.required'],
    [
      'min over max',
      { title: 'x', fields: [{ ...many(1)[0], type: 'number', min: 2, max: 1 }] },
      'fields.0.max',
    ],
    [
      'an option twice',
      { title: 'x', fields: [{ ...many(1)[0], type: 'select', options: ['a', 'a'] }] },
      'fields.0.options',
    ],
  ])('a definition with %s', async (_name, body, field) => {
    const made = await create(body);
    expect([made.status, made.body.code, made.body.data.field]).toEqual([400, 'validation_error', field]);
    expect(made.body.message).toMatch(/^[^{}]{5,300}\.$/);
  });

  it('emoji, right-to-left text and half an emoji', async () => {
    const title = '👩‍👩‍👧 طلب جديد \u{1F600}';
    const made = await create({ title: `${title}\ud83d`, fields: many(1) }).expect(201);
    expect(made.body.title).toBe(`${title}\uFFFD`);
    expect(made.body.slug).toBe('form');
    const sent = { form_id: made.body.id, nonce: site.nonce(made.body.id), fields: { f0: `${title}\udc00` } };
    await site.api.anonymous.post('/submit', sent).expect(200);
    const [entry] = (await site.api.get('/entries')).body;
    expect(entry.fields.f0.value).toBe(`${title}\uFFFD`);
    expect((await site.api.get('/entries?search=%D8%B7%D9%84%D8%A8')).body[0].id).toBe(entry.id);
    await site.api.delete(`/forms/${made.body.id}`);
  });

  it('__proto__, constructor and toString as keys', async () => {
    const fields = ['constructor', 'toString', 'hasOwnProperty'].map((id) => ({ ...many(1)[0], id }));
    const settings = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object;
    const made = await create({ title: 'x', fields, settings }).expect(201);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const id = made.body.id as number;
    const body = `{"form_id": ${id}, "nonce": "${site.nonce(id)}", "fields": {"__proto__": {"toString": "x"}, "constructor": "c"}}`;
    const done = await site.api.anonymous.post('/submit', body).expect(200);
    const entry = (await site.api.get(`/entries/${done.body.entry_id}`)).body;
    expect(JSON.stringify(entry.fields)).toBe('{"constructor":{"label":"F","value":"c"}}');
    await site.api.delete(`/forms/${id}`);
  });

  it('ids that cannot be', async () => {
    for (const id of [
      '1e3',
      '-1',
      '1.5',
      '9007199254740993',
      '0',
      '007',
      'abc',
      '%00',
      '1%20',
      '1;DROP',
      '１',
    ])
      for (const path of [`/forms/${id}`, `/entries/${id}`, `/deliveries/${id}`, `/forms/${id}/webhook`]) {
        const answer = await site.api.get(path);
        expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
      }
    expect((await site.api.get('/forms/%E0%A4%A')).status).toBe(404);
    for (const id of ['1e3', '-1', '1.5', '9007199254740993', 'abc', '']) {
      const answer = await site.api.get(`/entries?form_id=${id}`);
      expect([id, answer.status, answer.body.data.field]).toEqual([id, 400, 'form_id']);
    }
    for (const form_id of ['1', 1.5, -1, 9_007_199_254_740_993, null, [1], { a: 1 }, true])
      expect((await submit(GOOD, { form_id })).body.field).toBe('form_id');
  });

  it('parameters that cannot be', async () => {
    for (const query of [
      'page=0',
      'page=x',
      'page=9007199254740993',
      'page=1&page=2',
      'status=none',
      'after=soon',
      'before=2026-02-30',
      'search=%00',
    ]) {
      const answer = await site.api.get(`/entries?${query}`);
      expect([query, answer.status, answer.body.data.field]).toEqual([query, 400, query.split('=')[0]]);
    }
    const far = await site.api.get('/entries?page=9007199254740991&per_page=100').expect(200);
    expect(far.body).toEqual([]);
    expect((await site.api.get('/entries?after=2026-01-01&search=%25_!%27%22')).status).toBe(200);
  });

  it('a number of a million digits is refused at once', async () => {
    const id = await site.api.form({ fields: [{ id: 'n', type: 'number', label: 'N' }] });
    const started = Date.now();
    for (const n of [`${'1'.repeat(900_000)}x`, `1.${'1'.repeat(900_000)}`])
      await site.api.anonymous
        .post('/submit', { form_id: id, nonce: site.nonce(id), fields: { n } })
        .expect(400);
    expect(Date.now() - started).toBeLessThan(2000);
    await site.api.delete(`/forms/${id}`);
  });

  it('sixty forms of one title at once', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => create({ title: 'Same' })));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(made.map(({ body }) => body.slug)).size).toBe(60);
    for (const { body } of made) await site.api.delete(`/forms/${body.id}`);
  });

  it('a form post with 90,000 values is refused at once', async () => {
    const body = `form_id=${formId}&${'fields[a]=&'.repeat(90_000)}`;
    const started = Date.now();
    const sent = site.api.anonymous.post('/submit').set('Content-Type', 'application/x-www-form-urlencoded');
    expect((await sent.send(body)).status).toBe(413);
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it('a nonce of the wrong kind', async () => {
    for (const nonce of ['', 'x', 7, null, {}, [], 'ü'.repeat(24), site.nonce(formId + 1)])
      expect((await submit(GOOD, { nonce })).body.code).toBe('invalid_nonce');
  });

  it('a refused submission leaves nothing behind', async () => {
    const before = await stored();
    await submit({ name: 'x' }).expect(400);
    await submit({ ...GOOD, name: 'a\0b' }).expect(400);
    await submit(GOOD, { nonce: 'x' }).expect(403);
    await submit(GOOD).set('Idempotency-Key', 'x'.repeat(300)).expect(400);
    expect(await stored()).toBe(before);
  });

  it('methods and routes that do not exist', async () => {
    for (const [method, path] of [
      ['delete', '/forms'],
      ['put', '/entries/1'],
      ['get', '/submit'],
      ['post', '/FORMS'],
      ['get', '/forms/1/nothing'],
    ] as const) {
      const answer = await site.api.send(method, path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
    }
  });
});

function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: `f${index}`, type: 'text', label: 'F' }));
}
