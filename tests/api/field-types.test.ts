import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

const OPTIONS = ['red', { value: 'g', label: 'Green' }];

/** For each type: more properties, values that are taken (and as what), values that are refused. */
const CASES: Record<string, { more?: object; good: [unknown, unknown?][]; bad: unknown[] }> = {
  text: {
    more: { min_length: 2, max_length: 5 },
    good: [['ab'], [' abc '], ['']],
    bad: ['a', 'abcdef', 7, true, ['ab'], { a: 1 }, 'a\0b'],
  },
  textarea: { more: { max_length: 5 }, good: [['ab\r\ncd'], ['😀😀']], bad: ['abcdef', 7, []] },
  hidden: { good: [['campaign-7']], bad: [7, {}] },
  email: {
    good: [['a@b.co'], ['jörg@müller.example'], ['  a.b+c@sub.example.com ', 'a.b+c@sub.example.com']],
    bad: ['a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@b.co\nBcc: c@d.ef', 7, `${'x'.repeat(250)}@b.co`],
  },
  tel: {
    good: [
      ['+49 (89) 123-456'],
      ['112'],
      ['٠٥٠١٢٣٤٥٦٧'],
      ['0049–30–123'],
      ['+1 (555) 123‑4567'],
      ['+49 30 1234 ext. 5'],
    ],
    bad: ['call me', '', 7, '+', 'x'.repeat(50)].filter((v) => v !== ''),
  },
  url: { good: [['https://example.com/a?b#c']], bad: ['example.com', 'javascript:alert(1)', 'https://', 7] },
  number: {
    more: { min: -5, max: 1000 },
    good: [[5], ['5', 5], ['-4.5', -4.5], ['1e2', 100], [0], ['']],
    bad: [-6, 1001, 'five', '0x10', '1,5', true, [], '9007199254740993', 'Infinity', 'NaN'],
  },
  date: {
    more: { min: '2026-01-01', max: '2026-12-31' },
    good: [['2026-02-28'], ['']],
    bad: [
      '2026-02-30',
      '28.02.2026',
      '2025-12-31',
      '2027-01-01',
      '2026-1-1',
      20260101,
      '2026-02-28T10:00:00Z',
    ],
  },
  select: { more: { options: OPTIONS }, good: [['red'], ['g'], ['']], bad: ['Green', 'blue', ['red'], 7] },
  radio: { more: { options: OPTIONS }, good: [['g']], bad: ['blue', true] },
  checkbox: {
    more: { options: OPTIONS },
    good: [[['red', 'g']], [['red', 'red'], ['red']], [[]]],
    bad: ['red', ['blue'], [7], [['red']], true, { 0: 'red' }],
  },
  file: {
    good: [[null]],
    bad: ['file.txt', { name: 'a', url: 'http://a.test/', size: 1, type: 'text/plain' }, []],
  },
};

overDatabases('field types', (family) => {
  let site: TestHost;
  beforeAll(async () => void (site = await startTestHost(family)));
  afterAll(() => site.stop());

  describe.each(Object.entries(CASES))('%s', (type, { more, good, bad }) => {
    const field = { id: 'f', type, label: 'The field', ...more };
    const send = (formId: number, value: unknown) =>
      site.api.anonymous.post('/submit', {
        form_id: formId,
        nonce: site.nonce(formId),
        fields: { f: value },
      });

    it('takes', async () => {
      const formId = await site.api.form({ fields: [field] });
      for (const [value, as = value] of good) {
        const done = await send(formId, value);
        expect([value, done.status]).toEqual([value, 200]);
        const { fields } = (await site.api.get(`/entries/${done.body.entry_id}`)).body;
        const nothing = value === null || (type === 'number' && value === '');
        expect(fields).toEqual(nothing ? {} : { f: { label: 'The field', value: as } });
      }
    });
    it('refuses', async () => {
      const formId = await site.api.form({ fields: [field] });
      for (const value of bad) {
        const refused = await send(formId, value);
        expect([value, refused.status, refused.body.field]).toEqual([value, 400, 'f']);
        expect(refused.body.error).toContain('The field');
      }
      expect((await site.api.get(`/entries?form_id=${formId}`)).body).toEqual([]);
    });
    it('is required', async () => {
      const formId = await site.api.form({ fields: [{ ...field, required: true }] });
      for (const value of [undefined, null, ...(type === 'checkbox' ? [[]] : type === 'file' ? [] : [''])])
        expect((await send(formId, value)).body.error).toMatch(/is required/);
    });
    it('takes a form post', async () => {
      const formId = await site.api.form({ fields: [field] });
      const value = good[0]?.[0];
      const body = new URLSearchParams({ form_id: String(formId), nonce: site.nonce(formId) });
      for (const one of [value].flat()) body.append('fields[f]', String(one ?? ''));
      const sent = site.api.anonymous
        .post('/submit')
        .set('Content-Type', 'application/x-www-form-urlencoded');
      expect((await sent.send(body.toString())).status).toBe(200);
    });
  });

  it('takes any text for a choice without options', async () => {
    const fields = [
      { id: 'c', type: 'checkbox', label: 'C' },
      { id: 's', type: 'select', label: 'S' },
    ];
    const id = await site.api.form({ fields });
    const sent = { form_id: id, nonce: site.nonce(id), fields: { c: ['x', 'y'], s: 'z' } };
    await site.api.anonymous.post('/submit', sent).expect(200);
  });
  it('ignores keys that the form does not have', async () => {
    const id = await site.api.form({ fields: [{ id: 'a', type: 'text', label: 'A' }] });
    const sent = { form_id: id, nonce: site.nonce(id), fields: { a: '1', yesterday: { deep: ['x'] } } };
    const done = await site.api.anonymous.post('/submit', sent).expect(200);
    expect((await site.api.get(`/entries/${done.body.entry_id}`)).body.fields).toEqual({
      a: { label: 'A', value: '1' },
    });
  });
});
