import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { ADMIN_PASSWORD, startTestHost, type TestHost } from '../support/test-host';

jest.setTimeout(60_000);

describe('the site in a browser', () => {
  let site: TestHost;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    site = await startTestHost('sqlite', { options: { starterForm: true } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  const newest = async () => (await site.api.get('/entries')).body[0];

  it('a visitor sends the form of the front page by keyboard', async () => {
    await page.goto(site.host.url);
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Zoë <b>');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not an address');
    await page.keyboard.press('Enter');
    const email = page.getByLabel('E-mail');
    await page.getByText('E-mail must be an e-mail address').first().waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const summary = page.getByRole('alert');
    expect(await summary.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    expect(await summary.innerText()).toContain('Please correct 2 fields:');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await email.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë <b>');
    await email.fill('zoe@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello there');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Thank you. We will answer soon.').waitFor();
    expect((await newest()).fields).toMatchObject({
      name: { label: 'Name', value: 'Zoë <b>' },
      message: { label: 'Message', value: 'Hello there' },
    });
    expect((await site.api.get(`/entries/${(await newest()).id}`)).body.page_url).toBe(site.host.url);
  });

  it('a page that was cached for three days still sends', async () => {
    await page.goto(site.host.url);
    site.clock.advance(3 * 86_400);
    await page.getByLabel('Name').fill('Late');
    await page.getByLabel('E-mail').fill('late@example.com');
    await page.getByLabel('Message').fill('Still here');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').getByText('Thank you').waitFor();
    expect((await newest()).fields.name.value).toBe('Late');
  });

  it('every field type is sent as its webhook shape', async () => {
    const options = ['a', { value: 'b', label: 'B' }];
    const types = [
      'text',
      'textarea',
      'email',
      'tel',
      'url',
      'number',
      'date',
      'select',
      'radio',
      'checkbox',
      'file',
      'hidden',
    ];
    const fields = types.map((type) => ({
      id: type,
      type,
      label: `The ${type}`,
      help: 'A hint',
      ...(['select', 'radio', 'checkbox'].includes(type) ? { options } : {}),
      ...(type === 'hidden' ? { default: 'campaign' } : {}),
    }));
    const id = await site.api.form({ title: 'Everything', fields });
    await page.goto(`${site.host.url}form/${id}`);
    for (const [type, value] of Object.entries({
      text: 'T',
      textarea: 'one\ntwo',
      email: 'e@example.com',
      tel: '+49 89 1',
      url: 'https://example.com/',
      number: '4.5',
      date: '2026-03-01',
    }))
      await page.getByLabel(`The ${type}`, { exact: true }).fill(value);
    await page.getByLabel('The select').selectOption({ label: 'B' });
    await page.getByRole('group', { name: 'The radio' }).getByLabel('B').check();
    await page.getByRole('group', { name: 'The checkbox' }).getByLabel('a', { exact: true }).check();
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await page.getByLabel('The file').setInputFiles(file);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').getByText('Thank you').waitFor();
    const sent = Object.values((await newest()).fields as Record<string, { value: unknown }>);
    expect(sent.map(({ value }) => value)).toEqual([
      'T',
      'one\r\ntwo',
      'e@example.com',
      '+49 89 1',
      'https://example.com/',
      4.5,
      '2026-03-01',
      'b',
      'b',
      ['a'],
      { name: 'note.txt', size: 5, type: 'text/plain', url: expect.any(String) },
      'campaign',
    ]);
  });

  it('an administrator logs in, makes an application password, and turns the plugin off and on', async () => {
    await page.goto(`${site.host.url}plugins`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('The plugin is not active any more').waitFor();
    await page.goto(site.host.url);
    await page.getByText('The forms plugin is not active.').waitFor();
    await page.goto(`${site.host.url}plugins`);
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('The plugin is active.').waitFor();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Name of the program').fill('Phone');
    await page.getByRole('button', { name: 'Create a password' }).click();
    const password = await page.locator('#application-password').innerText();
    await site.api.anonymous.get('/forms').auth('admin', password).expect(200);
    await page.getByRole('button', { name: 'Revoke Phone' }).click();
    await page.getByText('Phone').waitFor({ state: 'detached' });
    await site.api.anonymous.get('/forms').auth('admin', password).expect(403);
  });
});
