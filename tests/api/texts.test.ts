import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES, languageFor, translator } from '../../schema/api/texts';
import { ar } from '../../schema/api/translations/ar';
import { de } from '../../schema/api/translations/de';
import { en } from '../../schema/api/translations/en';
import { es } from '../../schema/api/translations/es';
import { fr } from '../../schema/api/translations/fr';
import { pt } from '../../schema/api/translations/pt';
import { startTestHost } from '../support/test-host';
import { ROOT } from '../support/root';

const namesIn = (text: string | object) =>
  [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].filter((name) => name !== '{n}').sort();

it.each(Object.entries({ ar, de, es, fr, pt }))('%s fills in what English fills in', (_language, texts) => {
  for (const key of Object.keys(en) as (keyof typeof en)[])
    expect([key, namesIn(texts[key])]).toEqual([key, namesIn(en[key])]);
});

it('chooses a language and a plural', () => {
  expect(LANGUAGES).toEqual(['en', 'de', 'fr', 'es', 'pt', 'ar']);
  expect([languageFor('pt-BR'), languageFor(undefined, 'AR'), languageFor('xx', 'constructor')]).toEqual([
    'pt',
    'ar',
    'en',
  ]);
  expect(translator('en')('too_long', { label: 'X', n: 1 })).toBe('X must have at most 1 character.');
  expect(translator('ar')('errors', { n: 2 })).toBe('يرجى تصحيح حقلين:');
  expect(translator('de')('required', { label: '{n} $& x' })).toBe('{n} $& x muss ausgefüllt sein.');
});

it('answers in the language of the form, else of the page', async () => {
  const site = await startTestHost('sqlite');
  const [own, none] = [await site.api.form({ settings: { language: 'fr' } }), await site.api.form()];
  const submit = async (id: number, lang?: string) =>
    (await site.api.anonymous.post('/submit', { form_id: id, nonce: site.nonce(id), fields: {}, lang })).body
      .error;
  expect(await submit(own, 'de')).toBe('Name est obligatoire.');
  expect(await submit(none, 'de-AT')).toBe('Name muss ausgefüllt sein.');
  expect(await submit(none)).toBe('Name is required.');
  const wrong = await site.api.post('/forms', { title: 'x', settings: { language: 'tlh' } }).expect(400);
  expect(wrong.body.data.field).toBe('settings.language');
  await site.stop();
});

it('the operator’s rate limit holds submissions back and nothing else', async () => {
  const site = await startTestHost('sqlite', { env: { RATE_LIMIT: '3' } });
  const id = await site.api.form();
  const fields = { name: 'a', email: 'a@example.com' };
  const submit = () => site.api.anonymous.post('/submit', { form_id: id, nonce: site.nonce(id), fields });
  for (let index = 0; index < 3; index++) await submit().expect(200);
  const held = await submit().expect(429);
  expect(held.body.message).toMatch(/Wait a minute/);
  expect(held.headers['retry-after']).toBeDefined();
  await site.api.get('/entries').expect(200);
  await site.stop();
});

it('the script of theme pages stays under 6 KB, compressed', () => {
  const script = readFileSync(join(ROOT, 'dist/theme/svc-forms.js'));
  expect(gzipSync(script).length).toBeLessThan(6 * 1024);
});
