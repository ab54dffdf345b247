import { Gatherer } from '../../lib/db/gatherer';
import { findForm } from '../../lib/forms/form-store';
import { storeSubmissions, type Judged } from '../../lib/submissions/store-submissions';
import { contextOf } from '../support/context';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

it('gathers what arrives during a run, in order, and never more than the bounds', async () => {
  const runs: number[][] = [];
  let under = 0;
  let most = 0;
  const gatherer = new Gatherer<number, number>(
    async (items) => {
      runs.push(items);
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under--;
      if (items.includes(13)) throw new Error('unlucky');
      return items.map((item) => (item % 5 === 0 ? { error: new Error(`no ${item}`) } : { value: item * 2 }));
    },
    { atOnce: 2, most: 4 },
  );
  const answers = await Promise.allSettled(Array.from({ length: 13 }, (_, index) => gatherer.add(index + 1)));
  expect(runs.flat()).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  expect([most, Math.max(...runs.map(({ length }) => length))]).toEqual([2, 4]);
  expect(answers[0]).toEqual({ status: 'fulfilled', value: 2 });
  expect(answers[4]).toMatchObject({ status: 'rejected', reason: { message: 'no 5' } });
  expect(answers[12]).toMatchObject({ status: 'rejected', reason: { message: 'unlucky' } });
});

overDatabases('submissions that arrive together', (family) => {
  let site: TestHost;
  let formId: number;
  beforeAll(async () => (site = await startTestHost(family)));
  afterAll(() => site.stop());
  beforeEach(async () => (formId = await site.api.form()));

  const submit = (name: string, more: { key?: string; form?: number } = {}) => {
    const form = more.form ?? formId;
    const body = { form_id: form, nonce: site.nonce(form), fields: { name, email: 'a@example.com' } };
    return site.api.anonymous.post('/submit', body).set(more.key ? { 'Idempotency-Key': more.key } : {});
  };
  const names = async () => {
    const { body } = await site.api.get(`/entries?form_id=${formId}&per_page=100`);
    return (body as { id: number; fields: { name: { value: string } } }[]).map((entry) => [
      entry.id,
      entry.fields.name.value,
    ]);
  };

  it('each answer names its own entry', async () => {
    const wanted = Array.from({ length: 60 }, (_, index) => `visitor ${index}`);
    const answers = await Promise.all(wanted.map((name) => submit(name).expect(200)));
    const stored = new Map((await names()) as [number, string][]);
    expect(answers.map(({ body }) => stored.get(body.entry_id))).toEqual(wanted);
  });

  it('one key is one entry, however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        submit(`key ${index % 3}`, { key: `key-${index % 3}` }).expect(200),
      ),
    );
    expect(await names()).toHaveLength(3);
    expect(new Set(answers.map(({ body }) => body.entry_id)).size).toBe(3);
  });

  it('what is refused keeps nobody else from being stored', async () => {
    const draft = await site.api.form({ status: 'draft' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0
          ? submit('', {})
          : index % 4 === 1
            ? submit('x', { form: draft })
            : submit(`ok ${index}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, (_, index) => [400, 404, 200, 200][index % 4]),
    );
    expect(await names()).toHaveLength(20);
  });

  it('what the database refuses fails alone', async () => {
    const context = contextOf(site);
    const form = await findForm(context.db, formId);
    const judged = ['a', 'b', 'c'].map((name): Judged => {
      const submission = {
        ipAddress: '::1',
        userAgent: '',
        referer: '',
        pageUrl: '',
      } as Judged['submission'];
      // What cannot be written as JSON fails in the middle of the transaction.
      const value = name === 'b' ? (1n as never) : name;
      const values = { name: { label: 'Name', value } };
      return {
        form: form as Judged['form'],
        submission,
        values,
        staged: { ids: [], values: new Map() } as never,
        hash: null,
        spam: null,
      };
    });
    const results = await storeSubmissions(context, judged);
    expect(results.map((result) => ('error' in result ? 'refused' : 'stored'))).toEqual([
      'stored',
      'refused',
      'stored',
    ]);
    expect((await names()).map(([, name]) => name)).toEqual(['c', 'a']);
    await context.poster.close();
  });

  it('a form that another process has changed is judged as it is now', async () => {
    await submit('before').expect(200);
    const fields = [{ id: 'code', type: 'text', label: 'Code', required: true }];
    await site.host.cms
      .db('cms_svc_forms')
      .where({ id: formId })
      .update({ fields: JSON.stringify(fields), version: 99 });
    const refused = await submit('after').expect(400);
    expect(refused.body.field).toBe('code');
    await site.host.cms.db('cms_svc_forms').where({ id: formId }).update({ status: 'draft', version: 100 });
    await submit('later').expect(404);
  });
});
