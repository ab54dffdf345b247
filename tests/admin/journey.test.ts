import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { AdminSite, settled } from '../support/admin-site';
import { Receiver } from '../support/receiver';

jest.setTimeout(90_000);

const admin = new AdminSite();
let receiver: Receiver;
beforeAll(async () => {
  await admin.start();
  receiver = await Receiver.start();
});
afterAll(async () => {
  await admin.stop();
  await receiver.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();

it('an administrator goes the whole way: activate, build, publish, read, export, send, repeat, delete', async () => {
  const page = await admin.admin();
  await page.goto(new URL('plugins', admin.site.host.url).href);
  await button(page, 'Deactivate').click();
  await page.getByText('not active').first().waitFor();
  await button(page, 'Activate').click();
  await page.getByText('The plugin is active.').waitFor();
  await page.getByRole('link', { name: 'Forms' }).click();

  // A form from a template, changed, and published.
  await page.getByRole('link', { name: 'Forms' }).last().click();
  await button(page, 'New form').first().click();
  await page.getByLabel('Title').fill('Enquiry');
  await page.getByRole('radio', { name: 'Contact' }).check();
  await button(page, 'Create form').click();
  await page.getByRole('heading', { level: 1, name: 'Enquiry' }).waitFor();
  await button(page, /^Drop-down/).click();
  await page.getByLabel('Label', { exact: true }).fill('Topic');
  await page.getByLabel('Choices').fill('order | An order\nOther');
  expect(await page.getByLabel('Key').inputValue()).toBe('topic');
  await page.getByLabel('Key').fill('1 topic');
  await page.getByText('1 thing needs your attention').waitFor();
  expect(await button(page, 'Save and publish').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Key').fill('topic');
  await page.frameLocator('iframe').getByLabel('Topic').waitFor();
  await button(page, 'Save and publish').click();
  await page.getByText('The form was saved.').waitFor();
  expect((await admin.site.api.get('/forms?search=enquiry')).body[0]).toMatchObject({
    status: 'publish',
    fields: [{ id: 'name' }, { id: 'email' }, { id: 'message' }, { id: 'topic' }],
  });

  // A visitor sends it.
  await page.getByRole('tab', { name: 'Embed' }).click();
  const address = await page.locator('a', { hasText: '/form/enquiry' }).getAttribute('href');
  const visitor = await admin.open(new URL(address ?? '').pathname);
  await visitor.getByLabel('Name').fill('<b>Ada</b>');
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByLabel('Message').fill('Hello\nthere');
  await visitor.getByLabel('Topic').selectOption({ label: 'An order' });
  await button(visitor, 'Send').click();
  await visitor.getByText(/thank/i).first().waitFor();

  // The entry is read, and exported.
  await page.getByRole('link', { name: 'Entries' }).first().click();
  await page.getByRole('link', { name: /^Open entry/ }).click();
  await page.getByText('<b>Ada</b>').waitFor();
  await page.getByText('An order').waitFor();
  await button(page, 'Mark unread').waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  const downloading = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const csv = readFileSync(await (await downloading).path(), 'utf8');
  expect(csv).toContain('<b>Ada</b>');
  expect(csv).toContain('order');

  // A webhook that fails and then succeeds.
  const [form] = (await admin.site.api.get('/forms?search=enquiry')).body as [{ id: number }];
  await page.goto(new URL(`admin/svc-forms/forms/${form.id}/webhook`, admin.site.host.url).href);
  await page.getByLabel('Address of the receiver').fill('ftp://example.com');
  await page.getByRole('switch', { name: 'Send new entries' }).check();
  await button(page, 'Save webhook').click();
  await page.getByText(/url must be an absolute http/).waitFor();
  await page.getByLabel('Address of the receiver').fill(receiver.url);
  await button(page, 'Save webhook').click();
  await page.getByText('The webhook was saved.').waitFor();
  await button(page, 'Make a secret').click();
  await page.getByText(/^whsec_/).waitFor();
  receiver.answer(500, 200);
  await button(page, 'Send a test').click();
  await page.getByText('The receiver did not take it').waitFor();
  await page.getByText(/X-Svc-Signature: sha256=/).waitFor();
  await button(page, 'Send a test').click();
  await page.getByText('The receiver took it').waitFor();
  await page.getByText('HTTP 200').waitFor();

  receiver.answer(500);
  await admin.submit(form.id, { name: 'Bob', email: 'bob@example.com', message: 'Hi' });
  await admin.site.drain();
  await page.getByRole('link', { name: 'All deliveries of this form' }).click();
  await page.getByText('Will be retried').first().waitFor();
  await page
    .getByRole('row', { name: /Will be retried/ })
    .getByRole('link')
    .click();
  await page.getByText('Answered 500').waitFor();
  receiver.answer(200);
  await button(page, 'Send now').click();
  await page.getByText('Delivered').first().waitFor();
  await button(page, 'Send again').click();
  await page.getByText('repeated').waitFor();
  await admin.site.drain();
  const ids = receiver.received.slice(-3).map(({ headers }) => headers['x-svc-delivery']);
  expect(new Set(ids).size).toBe(1);

  // Deleted with what it holds.
  await page.getByRole('link', { name: 'Forms', exact: true }).last().click();
  await button(page, 'Actions for Enquiry').click();
  await choose(page, 'Delete…');
  await button(page, 'Delete form and 2 entries').click();
  await page.getByText('“Enquiry” was deleted.').waitFor();
  expect((await admin.site.api.get('/entries')).body).toEqual([]);
  await page.context().close();
});

it('an editor has no webhooks: no tab, no log, and 403 behind them', async () => {
  await admin.site.as('edith', 'editor');
  const formId = await admin.site.api.form();
  const page = await admin.admin(`/forms/${formId}`, {}, 'edith');
  await settled(page);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Fields', 'Settings', 'Embed']);
  expect(await page.getByRole('link', { name: 'Deliveries' }).count()).toBe(0);
  await page.goto(new URL('admin/svc-forms/deliveries', admin.site.host.url).href);
  await page.getByRole('heading', { name: 'Not for your account' }).waitFor();
  await page.goto(new URL(`admin/svc-forms/forms/${formId}/webhook`, admin.site.host.url).href);
  await settled(page);
  expect(await page.getByRole('tab', { name: 'Webhook' }).count()).toBe(0);
  const root = page.locator('#svc-forms-admin');
  const nonce = (await root.getAttribute('data-nonce')) ?? '';
  const url = new URL(`rest/svc-forms/v1/forms/${formId}/webhook`, admin.site.host.url).href;
  const answer = await page.context().request.get(url, { headers: { 'X-Host-Nonce': nonce } });
  expect(answer.status()).toBe(403);
  await page.context().close();
});
