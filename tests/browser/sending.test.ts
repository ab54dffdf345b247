import { fillContact, ThemeSite } from '../support/theme-site';

jest.setTimeout(90_000);

describe('sending a form over a bad line', () => {
  const theme = new ThemeSite();
  beforeAll(() => theme.start({ env: { RATE_LIMIT: '60' } }));
  afterAll(() => theme.stop());
  const count = async () => (await theme.entries()).length;
  const send = 'button[type=submit]';

  it('every answer is lost, then a reload: the same key, one entry', async () => {
    const before = await count();
    const page = await theme.open();
    await fillContact(page, 'Reloaded');
    await page.route('**/submit', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.click(send);
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/submit');
    await page.reload();
    await page.click(send);
    await page.getByText('We will answer soon').waitFor();
    expect(await count()).toBe(before + 1);
    await page.context().close();
  });

  it('what is typed while the form is on its way is not lost, and not sent under the old key', async () => {
    const page = await theme.open();
    await fillContact(page, 'First');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/submit', async (route) => {
      await held;
      await route.continue();
    });
    await page.click(send);
    await page.getByLabel('Message').fill('A second thought');
    release();
    await page.getByText('We will answer soon').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('A second thought');
    await page.unroute('**/submit');
    await page.click(send);
    await page.getByText('We will answer soon').waitFor();
    while ((await theme.entries())[0]?.fields['message']?.value !== 'A second thought');
    expect((await theme.entries())[1]?.fields['message']?.value).toBe('Hello');
    await page.context().close();
  });

  it.each([
    '{"success":false,"errors":[{"code":1020,"message":"Access denied"}]}',
    '{"success":false,"errors":"nope"}',
    '{"success":true}',
    '{"code":"validation_error","errors":{}}',
    '[]',
    'null',
  ])('JSON that is not ours (%s) is a broken answer: the text stays', async (body) => {
    const page = await theme.open();
    await fillContact(page, 'Stays');
    await page.route('**/submit', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body }),
    );
    await page.click(send);
    await page.getByRole('alert').getByText('did not answer as it should').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Stays');
    await page.context().close();
  });

  it('a person who reloads is not taken for a program', async () => {
    const id = await theme.site.api.form({
      title: 'Patience',
      settings: { min_seconds: 1, honeypot: true, language: 'ar' },
    });
    const page = await theme.open(`form/${id}`, { viewport: { width: 375, height: 700 } });
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBe(375);
    await page.locator('[name="fields[name]"]').fill('Ada');
    await page.locator('[name="fields[email]"]').fill('ada@example.com');
    await page.waitForTimeout(1100);
    await page.reload();
    await page.click(send);
    await page.getByText('شكرًا لك').waitFor();
    expect((await theme.entries())[0]).not.toHaveProperty('spam');
    await page.context().close();
  });

  it('long words stay on a phone', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);
    const fields = [
      { id: 'a', type: 'text', label: long, help: `https://example.com/${long}` },
      { id: 'b', type: 'checkbox', label: long, options: [long, `${long}2`] },
    ];
    const id = await theme.site.api.form({ title: long.slice(0, 200), fields });
    const page = await theme.open(`form/${id}`, { viewport: { width: 360, height: 700 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.context().close();
  });

  it('half a date is an error, not nothing; a second click without script is one entry', async () => {
    const id = await theme.site.api.form({
      title: 'When',
      fields: [{ id: 'day', type: 'date', label: 'Day' }],
    });
    const page = await theme.open(`form/${id}`);
    await page.getByLabel('Day').focus();
    await page.keyboard.type('02');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Please correct one field').waitFor();
    await page.context().close();
    const body = new URLSearchParams({
      form_id: String(id),
      nonce: theme.site.nonce(id),
      'fields[day]': '2026-01-01',
    });
    const post = () =>
      fetch(`${theme.site.host.url}rest/svc-forms/v1/submit`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Accept: 'text/html' },
        body,
      });
    const before = await count();
    expect((await Promise.all([post(), post(), post()])).map(({ status }) => status)).toEqual([
      303, 303, 303,
    ]);
    expect(await count()).toBe(before + 1);
  });
});
