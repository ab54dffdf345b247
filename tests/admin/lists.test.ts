import type { Page } from 'playwright-core';
import { AdminSite, focused, settled } from '../support/admin-site';

jest.setTimeout(90_000);

const admin = new AdminSite();
let page: Page;
let formId: number;
let ids: number[];
beforeAll(() => admin.start());
afterAll(() => admin.stop());
beforeEach(async () => {
  formId = await admin.site.api.form();
  ids = [];
});
afterEach(async () => {
  await page.context().close();
  await admin.site.api.delete(`/forms/${formId}`);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (id: number | undefined) => page.getByRole('link', { name: `Open entry ${id}`, exact: true });
const check = (id: number | undefined) =>
  page.getByRole('checkbox', { name: `Select entry ${id}`, exact: true });
const fill = async (count: number) => {
  for (let index = 0; index < count; index++)
    ids.push(await admin.submit(formId, { name: `Visitor ${index}`, email: 'a@example.com' }));
};
const press = async (name: string, key = 'Enter') => {
  // The newest notice is the first.
  await button(name).first().focus();
  await page.keyboard.press(key);
};
const total = async (query: string) =>
  Number((await admin.site.api.get(`/entries?form_id=${formId}&${query}`)).headers['x-host-total']);
const open = async (path: string) => {
  page = await admin.admin(path);
  await settled(page);
};

it('the focus stays with the rows after something was done with them, and after Undo', async () => {
  await fill(4);
  await open(`/entries?form_id=${formId}`);
  await check(ids[3]).check();
  await check(ids[2]).check();
  await press('Mark read');
  await focused(row(ids[2]));
  await check(ids[2]).check();
  await press('Delete');
  await focused(row(ids[1]));
  await press('Undo');
  await focused(row(ids[2]));
  expect(await total('')).toBe(4);
  // The last one goes: the focus is with the one before.
  await row(ids[0]).focus();
  await page.keyboard.press('Delete');
  await focused(row(ids[1]));
  await press('Undo');
  await focused(row(ids[0]));
});

it('what is to be deleted makes room: the next page moves up, and leafing passes it', async () => {
  await fill(23);
  await open(`/entries?form_id=${formId}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Delete').click();
  await row(ids[2]).waitFor();
  expect(await page.getByRole('row').count()).toBe(4);
  await button('Undo').click();
  await row(ids[22]).waitFor();
  await row(ids[1]).waitFor({ state: 'detached' });
  await row(ids[21]).focus();
  await page.keyboard.press('Delete');
  await row(ids[22]).click();
  await button('Older entry').click();
  await page.getByRole('heading', { level: 1, name: `Entry ${ids[20]}` }).waitFor();
});

it('everything that matches is marked and deleted, on every page, when it is asked for', async () => {
  await fill(22);
  await admin.submit(formId, { name: 'Somebody else', email: 'b@example.com' });
  await open(`/entries?form_id=${formId}&search=visitor`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Select all that match, on every page').click();
  await page.getByRole('toolbar', { name: '22 entries selected' }).waitFor();
  await button('Mark read').click();
  await page
    .getByRole('dialog', { name: 'Mark 22 entries as read?' })
    .getByRole('button', { name: 'Mark read' })
    .click();
  await page.getByText('22 entries are marked as read.').waitFor();
  expect([await total('status=read'), await total('status=unread')]).toEqual([22, 1]);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Select all that match, on every page').click();
  // A narrower choice is one again.
  await check(ids[21]).uncheck();
  await page.getByRole('toolbar', { name: '19 entries selected' }).waitFor();
  await check(ids[21]).check();
  await button('Select all that match, on every page').click();
  await button('Delete').click();
  await page
    .getByRole('dialog', { name: 'Delete 22 entries?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('No entry matches').waitFor();
  expect(await total('')).toBe(1);
});

it('what a bulk action has done is said, also when it leaves the list empty or was stopped', async () => {
  await fill(22);
  await open(`/entries?form_id=${formId}&search=visitor`);
  const all = async (action: string) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press('Select all that match, on every page');
    await focused(page.getByRole('toolbar'));
    await button(action).click();
  };
  // Slow enough that the list behind is renewed first.
  await page.route('**/entries/bulk', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await all('Spam');
  await page.getByRole('dialog').getByRole('button', { name: 'Spam' }).click();
  await focused(button('Stop'));
  await page.getByText('22 entries are marked as spam.').waitFor();
  await page.getByText('No entry matches').waitFor();
  await focused(page.getByRole('heading', { level: 1 }));
  await page.goto(new URL(`admin/svc-forms/entries?form_id=${formId}&spam=only`, admin.site.host.url).href);
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Delete').first().click();
  await page.getByText('20 entries were deleted.').waitFor();
  // What moves up from the next page is not new.
  await page.getByText('1–2 of 2').waitFor({ timeout: 15_000 });
  expect(await button(/^Show \d+/).count()).toBe(0);
});

it('new deliveries wait above the log until they are asked for', async () => {
  await admin.site.api
    .put(`/forms/${formId}/webhook`, { enabled: true, url: 'http://127.0.0.1:1/' })
    .expect(200);
  await fill(1);
  await open(`/deliveries?form_id=${formId}`);
  const rows = page.getByRole('row');
  expect(await rows.count()).toBe(2);
  await fill(2);
  await button('Show 2 new').waitFor();
  expect(await rows.count()).toBe(2);
  await button('Show 2 new').click();
  await page.getByText('1–3 of 3').waitFor();
  expect(await rows.count()).toBe(4);
});

it('a draft whose form somebody deleted becomes a new form', async () => {
  await open(`/forms/${formId}/settings`);
  await admin.site.api.delete(`/forms/${formId}`).expect(200);
  await page.getByRole('textbox', { name: 'Title' }).fill('Rescued');
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'This form was deleted meanwhile' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^contact.*\.json$/);
  await dialog.getByRole('button', { name: 'Save as a new form' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rescued' }).waitFor();
  const found = (await admin.site.api.get('/forms?search=rescued')).body;
  expect(found).toHaveLength(1);
  await page.getByText('All changes are saved').waitFor();
  await admin.site.api.delete(`/forms/${found[0].id}`).expect(200);
});
