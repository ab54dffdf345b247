const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
import { describeUploads } from '../support/upload-kit';

describeUploads('uploads', (kit) => {
  it('stores a file, serves it as an attachment and deletes it with its entry', async () => {
    const done = await kit.post().attach('photo', PNG, {
      filename: '../../ünï "x".png',
      contentType: 'image/png',
    });
    expect(done.status).toBe(200);
    const { fields } = (await kit.site.api.get(`/entries/${done.body.entry_id}`)).body;
    const { value } = fields.photo;
    expect(value).toEqual({
      name: expect.stringMatching(/^ünï .*\.png$/u),
      url: expect.any(String),
      size: PNG.length,
      type: 'image/png',
    });
    const served = await fetch(value.url);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(value.url.replace(/\/[0-9a-f]{32}\//, `/${'0'.repeat(32)}/`))).status).toBe(404);
    expect(kit.files()).toBe(1);
    await kit.site.api.delete(`/entries/${done.body.entry_id}`).expect(200);
    expect(kit.files()).toBe(0);
    expect((await fetch(value.url)).status).toBe(404);
  });

  it.each([
    [
      'a script that says it is an image',
      'photo',
      Buffer.from('<script>alert(1)</script>'),
      'a.png',
      'image/png',
      /not of the type/,
    ],
    [
      'a program that says it is text',
      'any',
      Buffer.from('7f454c46020101000000000000000000', 'hex'),
      'a.txt',
      'text/plain',
      /not of the type/,
    ],
    ['an image that says it is text', 'any', PNG, 'a.txt', 'text/plain', /not of the type/],
    [
      'a type that the field does not accept',
      'photo',
      Buffer.from('hello'),
      'a.txt',
      'text/plain',
      /not accepted/,
    ],
    [
      'HTML where nothing is asked for',
      'any',
      Buffer.from('<b>x</b>'),
      'a.html',
      'text/html',
      /not accepted/,
    ],
    [
      'SVG where nothing is asked for',
      'any',
      Buffer.from('<svg/>'),
      'a.svg',
      'image/svg+xml',
      /not accepted/,
    ],
    [
      'too large for the field',
      'photo',
      Buffer.concat([PNG, Buffer.alloc(60_000)]),
      'a.png',
      'image/png',
      /larger than/,
    ],
    ['too large for the site', 'any', Buffer.alloc(100_001, 'a'), 'a.txt', 'text/plain', /larger than/],
    ['empty', 'any', Buffer.alloc(0), 'a.txt', 'text/plain', /empty/],
  ])('refuses a file that is %s', async (_name, field, content, filename, contentType, message) => {
    const refused = await kit.post().attach(field, content, { filename, contentType });
    expect([refused.status, refused.body.field]).toEqual([400, field]);
    expect(refused.body.error).toMatch(message);
    expect(kit.files()).toBe(0);
  });

  it('takes what it accepts by ending, and what claims no type', async () => {
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n');
    await kit.post().attach('photo', pdf, { filename: 'A.PDF', contentType: 'application/pdf' }).expect(200);
    const done = await kit
      .post()
      .attach('any', PNG, { filename: 'x', contentType: 'application/octet-stream' })
      .expect(200);
    const { fields } = (await kit.site.api.get(`/entries/${done.body.entry_id}`)).body;
    expect(fields.any.value).toMatchObject({ type: 'image/png', name: 'x' });
    const words = { filename: 'a.txt', contentType: 'text/plain' };
    for (const text of ['BMW, Übersicht\n', 'MZ', 'ID3 tags', 'PK', '\uFEFFa,b'])
      expect([text, (await kit.post().attach('any', Buffer.from(text), words)).status]).toEqual([text, 200]);
    await kit.post().attach('any', Buffer.from('caf\xe9', 'latin1'), words).expect(200);
    const latin1 = await kit.post().attach('any', Buffer.from('caf\xe9 \0', 'latin1'), words);
    expect(latin1.status).toBe(400);
    for (const { id } of (await kit.site.api.get('/entries')).body)
      await kit.site.api.delete(`/entries/${id}`);
    expect(kit.files()).toBe(0);
  });

  it('records no media type that is none, and lets an ending promise its type only', async () => {
    const typed = (contentType: string) =>
      kit.post().attach('any', Buffer.from('text'), { filename: 'a.bin', contentType });
    for (const filename of [`${'a'.repeat(179)}😀😀.txt`, `a.${'b'.repeat(18)}😀`]) {
      const named = await kit
        .post()
        .attach('any', Buffer.from('a'), { filename, contentType: 'text/plain' })
        .expect(200);
      const { fields } = (await kit.site.api.get(`/entries/${named.body.entry_id}`)).body;
      expect((await fetch(fields.any.value.url)).status).toBe(200);
    }
    for (const type of [`text/${'a'.repeat(300)}`, 'text/é', 'nonsense']) {
      const done = await typed(type).expect(200);
      const { fields } = (await kit.site.api.get(`/entries/${done.body.entry_id}`)).body;
      expect(fields.any.value.type).toBe('application/octet-stream');
      expect((await fetch(fields.any.value.url)).status).toBe(200);
    }
    const program = Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1');
    for (const [content, contentType] of [
      [program, 'application/octet-stream'],
      [Buffer.from('<script>1</script>'), 'text/html'],
    ] as const) {
      const refused = await kit.post().attach('photo', content, { filename: 'cv.pdf', contentType });
      expect([refused.status, refused.body.field]).toEqual([400, 'photo']);
    }
    for (const { id } of (await kit.site.api.get('/entries')).body)
      await kit.site.api.delete(`/entries/${id}`);
  });

  it('refuses texts that are too large together', async () => {
    let large = kit.post();
    for (let index = 0; index < 12; index++) large = large.field(`fields[x${index}]`, 'x'.repeat(30_000));
    expect((await large).status).toBe(413);
  });

  it('takes fields[id] as the name of a file, and a file input left empty', async () => {
    await kit
      .post()
      .attach('fields[any]', Buffer.from('x,y\n1,2'), { filename: 'a.csv', contentType: 'text/csv' })
      .expect(200);
    const boundary = 'xyz';
    const part = (name: string, value: string, file = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const body = [
      part('form_id', String(kit.formId)),
      part('nonce', kit.site.nonce(kit.formId)),
      part('fields[name]', 'Ada'),
      part('fields[photo]', '', '; filename=""\r\nContent-Type: application/octet-stream'),
      `--${boundary}--\r\n`,
    ].join('');
    const sent = kit.site.api.anonymous
      .post('/submit')
      .set('Content-Type', `multipart/form-data; boundary=${boundary}`);
    expect((await sent.send(body)).status).toBe(200);
  });

  it('refuses broken, foreign and huge multipart bodies', async () => {
    const raw = (type: string, body: string) =>
      kit.site.api.anonymous.post('/submit').set('Content-Type', type).send(body);
    expect((await raw('multipart/form-data', 'x')).status).toBe(415);
    expect((await raw('multipart/form-data; boundary=a', 'no boundary here')).status).toBe(400);
    expect(
      (
        await raw(
          'multipart/form-data; boundary=a',
          '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\nhalf',
        )
      ).status,
    ).toBe(400);
    const fields = await kit.post().field('fields', '{broken');
    expect([fields.status, fields.body.field]).toEqual([400, 'fields']);
    let large = kit.post();
    for (let index = 0; index < 6; index++)
      large = large.attach('any', Buffer.alloc(90_000, 'a'), {
        filename: `${index}.txt`,
        contentType: 'text/plain',
      });
    expect((await large).status).toBe(413);
    const two = await kit
      .post()
      .attach('any', Buffer.from('a'), 'a.txt')
      .attach('any', Buffer.from('b'), 'b.txt');
    expect(two.body.error).toMatch(/one file/);
    const json = await kit.site.api.anonymous.post('/submit', {
      form_id: kit.formId,
      nonce: kit.site.nonce(kit.formId),
      fields: { name: 'x', any: 'a.txt' },
    });
    expect(json.body.error).toMatch(/multipart/);
    expect(kit.spooled()).toBe(0);
  });
});
