import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillContact, ThemeSite } from '../support/theme-site';

jest.setTimeout(60_000);

describe('a form without script', () => {
  const theme = new ThemeSite();
  beforeAll(() => theme.start());
  afterAll(() => theme.stop());
  const count = async () => (await theme.entries()).length;

  it('works without script: errors beside the fields, the text kept, then the message', async () => {
    const before = await count();
    const page = await theme.open('', { javaScriptEnabled: false });
    const form = page.locator('form.svc-form');
    await form.evaluate((element) => element.setAttribute('novalidate', ''));
    await page.getByLabel('Name').fill('No <script>');
    await page.getByLabel('E-mail').fill('wrong');
    await page.getByLabel('Message').fill('Hello\nthere');
    await page.getByLabel('Topic').selectOption('An order');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Please correct one field').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByLabel('Name').inputValue()).toBe('No <script>');
    expect(await page.getByLabel('Message').inputValue()).toBe('Hello\nthere');
    expect(await page.getByLabel('Topic').inputValue()).toBe('An order');
    expect(await page.locator('#svc-form-1-email-error').innerText()).toContain('must be an e-mail address');
    await page.getByLabel('E-mail').fill('a@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. We will answer soon.').waitFor();
    await page.reload();
    expect(await count()).toBe(before + 1);
    await page.context().close();
  });

  it('without script and with a page from a cache: what was typed comes back with a fresh nonce', async () => {
    const page = await theme.open('', { javaScriptEnabled: false });
    await fillContact(page, 'Cached');
    theme.site.clock.advance(3 * 86_400);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please send the form again').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Cached');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. We will answer soon.').waitFor();
    await page.context().close();
  });

  it('without script, a field that depends on another does not block the form', async () => {
    const fields = [
      { id: 'topic', type: 'select', label: 'Topic', options: ['order', 'question'], required: true },
      {
        id: 'number',
        type: 'text',
        label: 'Number',
        required: true,
        show_when: { field: 'topic', is: 'equals', value: 'order' },
      },
    ];
    const id = await theme.site.api.form({ title: 'Depends', fields });
    const page = await theme.open(`form/${id}`, { javaScriptEnabled: false });
    await page.getByLabel('Topic').selectOption('question');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    await page.getByLabel('Topic').selectOption('order');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Number is required').waitFor();
    await page.context().close();
  });

  it('shows what a visitor typed as text, wherever it appears', async () => {
    const nasty = [
      '<img src=x onerror=alert(1)>',
      '"><script>alert(1)</script>',
      "=1+1'",
      '@SUM(A1)',
      '${7*7}{{7*7}}',
    ];
    await theme.site.api
      .put('/forms/1', { settings: { notification_email: 'owner@example.com' } })
      .expect(200);
    const page = await theme.open('', { javaScriptEnabled: false });
    for (const text of nasty) {
      await page.goto(theme.site.host.url);
      await fillContact(page, text);
      await page.getByLabel('E-mail').evaluate((input) => input.setAttribute('type', 'text'));
      await page.getByLabel('E-mail').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe(text);
      expect(await page.locator('main img, main script').count()).toBe(0);
      await page.getByLabel('E-mail').fill('a@example.com');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Thank you').waitFor();
    }
    await theme.site.drain();
    const mails = readdirSync(join(theme.site.dataDir, 'mail')).map((name) =>
      readFileSync(join(theme.site.dataDir, 'mail', name), 'utf8'),
    );
    expect(mails.length).toBe(nasty.length);
    for (const mail of mails) expect(mail).toMatch(/^Content-Type: text\/plain/m);
    const csv = (await theme.site.api.get('/entries/export?form_id=1')).text;
    expect(csv).toContain("'=1+1'");
    expect(csv).toContain("'@SUM(A1)");
    await page.context().close();
  });

  it('what cannot come back with its errors is said on a page, and the way back keeps the text', async () => {
    const id = await theme.site.api.form({
      title: 'Gone',
      fields: [{ id: 'text', type: 'textarea', label: 'Text' }],
    });
    const page = await theme.open(`form/${id}`, { javaScriptEnabled: false, locale: 'de-DE' });
    await page.getByLabel('Text').fill('kept');
    await theme.site.api.put(`/forms/${id}`, { status: 'draft' }).expect(200);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Dieses Formular ist zurzeit nicht verfügbar.' }).waitFor();
    await page.getByText('Gehen Sie mit Ihrem Browser zurück').waitFor();
    await theme.site.api.put(`/forms/${id}`, { status: 'publish' }).expect(200);
    await page.goBack();
    expect(await page.getByLabel('Text').inputValue()).toBe('kept');
    await page.getByLabel('Text').fill('x'.repeat(1_200_000));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Die Sendung ist zu groß.' }).waitFor();
    await page.context().close();
  });
});
