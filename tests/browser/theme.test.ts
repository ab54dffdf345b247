import { axe, fillContact, ThemeSite } from '../support/theme-site';

jest.setTimeout(60_000);

describe('a form on a theme page', () => {
  const theme = new ThemeSite();
  beforeAll(() => theme.start());
  afterAll(() => theme.stop());
  const count = async () => (await theme.entries()).length;
  const send = 'button[type=submit]';

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const }],
  ])('axe finds nothing on it empty, with errors and sent, in %s', async (_name, options) => {
    const page = await theme.open('', options);
    expect(await axe(page)).toEqual([]);
    await page.click(send);
    await page.getByRole('alert').waitFor();
    expect(await axe(page)).toEqual([]);
    await fillContact(page);
    await page.click(send);
    await page.getByText('We will answer soon').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.context().close();
  });

  it('right to left, in Arabic, with conditions and steps: axe finds nothing either', async () => {
    const fields = [
      { id: 'topic', type: 'radio', label: 'الموضوع', required: true, options: ['سؤال', 'طلب'] },
      {
        id: 'number',
        type: 'number',
        label: 'رقم الطلب',
        required: true,
        show_when: { field: 'topic', is: 'equals', value: 'طلب' },
      },
      { id: 'contact', type: 'page', label: 'بياناتك' },
      { id: 'email', type: 'email', label: 'البريد', required: true },
    ];
    const id = await theme.site.api.form({ title: 'اتصل', fields, settings: { language: 'ar' } });
    const page = await theme.open(`form/${id}`);
    expect(await page.locator('form.svc-form').getAttribute('dir')).toBe('rtl');
    expect(await page.getByLabel('رقم الطلب').isVisible()).toBe(false);
    await page.getByLabel('طلب', { exact: true }).check();
    await page.getByLabel('رقم الطلب').fill('7');
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('سؤال').check();
    await page.getByRole('button', { name: 'التالي' }).click();
    await page.getByRole('status').getByText('الخطوة 2 من 2').waitFor();
    await page.getByLabel('البريد').fill('not an address');
    await page.getByRole('button', { name: 'إرسال' }).click();
    await page.getByRole('alert').getByText('يرجى تصحيح حقل واحد').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('البريد').fill('a@example.com');
    await page.getByRole('button', { name: 'إرسال' }).click();
    await page.getByText('شكرًا لك').waitFor();
    expect(Object.keys((await theme.entries())[0]?.fields ?? {})).toEqual(['topic', 'email']);
    await page.context().close();
  });

  it('ten clicks store one entry', async () => {
    const before = await count();
    const page = await theme.open();
    await fillContact(page);
    await page.locator(send).evaluate((button) => {
      for (let click = 0; click < 10; click++) (button as { click(): void } & typeof button).click();
    });
    await page.getByText('We will answer soon').waitFor();
    expect(await count()).toBe(before + 1);
    await page.context().close();
  });

  it('a reload in the middle keeps the text; a sent form is empty', async () => {
    const page = await theme.open();
    await fillContact(page, 'Half-way');
    await page.locator('select').selectOption('An order');
    await page.reload();
    expect(await page.locator('[name="fields[name]"]').inputValue()).toBe('Half-way');
    expect(await page.locator('select').inputValue()).toBe('An order');
    await page.click(send);
    await page.getByText('We will answer soon').waitFor();
    await page.reload();
    expect(await page.locator('[name="fields[name]"]').inputValue()).toBe('');
    await page.context().close();
  });

  it('the answer is lost on the way: sent again by itself, stored once', async () => {
    const before = await count();
    const page = await theme.open();
    await fillContact(page, 'Lost answer');
    let tries = 0;
    await page.route('**/submit', async (route) => {
      tries++;
      const response = await route.fetch();
      if (tries === 1) await route.abort('connectionreset');
      else await route.fulfill({ response });
    });
    await page.click(send);
    await page.getByText('We will answer soon').waitFor();
    expect([tries, await count()]).toEqual([2, before + 1]);
    await page.context().close();
  });

  it('offline during the post, then back: one entry, nothing typed is lost', async () => {
    const before = await count();
    const page = await theme.open();
    await fillContact(page, 'Tunnel');
    await page.context().setOffline(true);
    await page.click(send);
    await page.getByRole('status').getByText('You are offline').waitFor();
    expect(await page.locator('[name="fields[name]"]').inputValue()).toBe('Tunnel');
    await page.context().setOffline(false);
    await page.getByText('We will answer soon').waitFor();
    expect(await count()).toBe(before + 1);
    await page.context().close();
  });

  it('an answer that is no JSON: a plain message, the text kept, the spinner ended', async () => {
    const page = await theme.open();
    await fillContact(page, 'Firewall');
    await page.route('**/submit', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }),
    );
    await page.click(send);
    await page.getByRole('alert').getByText('did not answer as it should').waitFor();
    expect(await page.locator('[name="fields[name]"]').inputValue()).toBe('Firewall');
    expect(await page.locator(send).isEnabled()).toBe(true);
    expect(await page.locator('form').getAttribute('aria-busy')).toBe('false');
    await page.context().close();
  });

  it('a file goes up with progress, and a redirect follows', async () => {
    const settings = { redirect_url: `${theme.site.host.url}login` };
    const fields = [
      { id: 'file', type: 'file', label: 'File', required: true, accept: ['.txt'], max_size: 5_000_000 },
    ];
    const id = await theme.site.api.form({ title: 'Upload', fields, settings });
    const page = await theme.open(`form/${id}`);
    await page.getByText('Accepted: .txt. At most 4.8 MB.').waitFor();
    const file = { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'a') };
    await page.getByLabel('File').setInputFiles(file);
    await page.click(send);
    await page.waitForURL(/\/login$/);
    await page.context().close();
  });

  it('its look gives way to the page, and it fits a phone', async () => {
    const page = await theme.open('', { viewport: { width: 390, height: 800 } });
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBe(0);
    // The style of the form gives its buttons a border of 1px; one plain rule of the site's style takes it away.
    const border = await page.evaluate(
      "getComputedStyle(document.querySelector('form.svc-form [type=submit]')).borderTopWidth",
    );
    expect(border).toBe('0px');
    await page.context().close();
  });
});
