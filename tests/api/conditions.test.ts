import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

const when = (is: string, more: object = {}) => ({ show_when: { field: 'topic', is, ...more } });
const field = (id: string, more: object = {}) => ({ id, type: 'text', label: id, required: true, ...more });

overDatabases('conditional fields and steps', (family) => {
  let site: TestHost;
  beforeAll(async () => void (site = await startTestHost(family)));
  afterAll(() => site.stop());

  it.each([
    ['equals', { value: 'a' }, ['a'], ['b', '']],
    ['not_equals', { value: 'a' }, ['b', ''], ['a']],
    ['one_of', { values: ['a', 'b'] }, ['a', 'b'], ['c', '']],
    ['not_one_of', { values: ['a', 'b'] }, ['c', ''], ['a', 'b']],
    ['empty', {}, [''], ['a']],
    ['not_empty', {}, ['a'], ['']],
  ])('%s: asked for when shown, neither asked for nor stored when not', async (is, more, shown, hidden) => {
    const fields = [field('topic', { required: false }), field('extra', when(is, more))];
    const id = await site.api.form({ fields });
    const submit = (topic: string, extra?: string) =>
      site.api.anonymous.post('/submit', { form_id: id, nonce: site.nonce(id), fields: { topic, extra } });
    for (const topic of shown)
      expect((await submit(topic)).body).toMatchObject({ success: false, field: 'extra' });
    for (const topic of hidden) {
      const { body } = await submit(topic, 'typed before it was hidden').expect(200);
      expect((await site.api.get(`/entries/${body.entry_id}`)).body.fields).not.toHaveProperty('extra');
    }
  });

  it('a hidden field counts as empty for those that depend on it', async () => {
    const chain = { show_when: { field: 'middle', is: 'equals', value: 'x' } };
    const fields = [field('topic'), field('middle', when('equals', { value: 'a' })), field('last', chain)];
    const id = await site.api.form({ fields });
    const sent = { form_id: id, nonce: site.nonce(id), fields: { topic: 'b', middle: 'x' } };
    await site.api.anonymous.post('/submit', sent).expect(200);
  });

  it('judges check boxes by any of them, and numbers as written', async () => {
    const boxes = { id: 'topic', type: 'checkbox', label: 'T' };
    const id = await site.api.form({ fields: [boxes, field('extra', when('equals', { value: 'b' }))] });
    const submit = (topic: string[]) =>
      site.api.anonymous.post('/submit', { form_id: id, nonce: site.nonce(id), fields: { topic } });
    await submit(['a']).expect(200);
    await submit(['a', 'b']).expect(400);
  });

  it('refuses conditions that cannot be, and takes page breaks', async () => {
    const make = (fields: object[]) => site.api.post('/forms', { title: 'x', fields });
    for (const [fields, name] of [
      [[field('a', when('equals'))], 'fields.0.show_when'],
      [[field('a', { show_when: { field: 'b', is: 'empty' } }), field('b')], 'fields.0.show_when'],
      [[field('topic'), field('b', when('like'))], 'fields.1.show_when.is'],
      [[field('topic'), field('b', { show_when: 'yes' })], 'fields.1.show_when'],
    ] as const)
      expect((await make([...fields]).expect(400)).body.data.field).toBe(name);
    const steps = [field('a'), { id: 'two', type: 'page', label: 'Step two', required: true }, field('b')];
    const { body } = await make(steps).expect(201);
    const sent = { form_id: body.id, nonce: site.nonce(body.id), fields: { a: '1', b: '2', two: 'x' } };
    const done = await site.api.anonymous.post('/submit', sent).expect(200);
    const entry = (await site.api.get(`/entries/${done.body.entry_id}`)).body;
    expect(Object.keys(entry.fields)).toEqual(['a', 'b']);
  });
});
