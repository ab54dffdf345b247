import type { Page } from 'playwright-core';
import { AdminSite, focused, settled } from '../support/admin-site';

jest.setTimeout(90_000);

const admin = new AdminSite();
let page: Page;
beforeAll(() => admin.start());
afterAll(() => admin.stop());
afterEach(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const fieldsOf = async (formId: number) =>
  (await admin.site.api.get(`/forms/${formId}`)).body.fields.map(({ id }: { id: string }) => id) as string[];

it('the editor works by keyboard alone: add, open, move, lift, delete, undo, save', async () => {
  const formId = await admin.site.api.form();
  page = await admin.admin(`/forms/${formId}`);
  await settled(page);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await button(/^Date/).focus();
  await press('Enter');
  // The new field is open, its label ready to be typed over.
  await focused(page.getByLabel('Label', { exact: true }));
  await page.keyboard.type('Born on');
  await button('Move Born on up').focus();
  await press('Enter', 'Enter');
  expect(await button('Move Born on up').getAttribute('aria-disabled')).toBe('true');
  // Lifted, moved by arrow and dropped.
  await button('Move Name').first().waitFor();
  await page.getByRole('button', { name: 'Move Name', exact: true }).focus();
  await press('Space');
  await page.waitForTimeout(100);
  await press('ArrowDown');
  await page.waitForTimeout(300);
  await press('Space');
  await page.waitForTimeout(300);
  await button('Delete Email').focus();
  await press('Enter');
  await button('Undo').focus();
  await press('Enter');
  await focused(button('Properties of Email'));
  await save().focus();
  await press('Enter');
  await page.getByText('The form was saved.').waitFor();
  expect(await fieldsOf(formId)).toEqual(['born_on', 'email', 'name']);
  await page.getByText('All changes are saved').waitFor();
});

it('what somebody else saved meanwhile is not overwritten unasked', async () => {
  const formId = await admin.site.api.form();
  page = await admin.admin(`/forms/${formId}/settings`);
  await settled(page);
  await admin.site.api.put(`/forms/${formId}`, { title: 'Theirs' }).expect(200);
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await save().click();
  await page.getByText('Somebody else saved this form meanwhile').waitFor();
  expect((await admin.site.api.get(`/forms/${formId}`)).body.title).toBe('Theirs');
  await button('Load their version').click();
  await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine again');
  await save().click();
  await page.getByText('The form was saved.').waitFor();
  expect((await admin.site.api.get(`/forms/${formId}`)).body.title).toBe('Mine again');
});

it('an unsaved draft is not lost by a link, nor by the way back', async () => {
  const formId = await admin.site.api.form();
  page = await admin.admin('/forms');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Half-way');
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  expect(asked).toEqual([expect.stringMatching(/not saved/)]);
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half-way');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
  await page.goForward();
  await page.getByText('Your unsaved changes from before are back.').waitFor();
  await button('Discard them').click();
  await page.getByText('All changes are saved').waitFor();
  await admin.site.api.delete(`/forms/${formId}`).expect(200);
});

it('the tabs of a form share one draft, and the arrow keys walk them', async () => {
  const formId = await admin.site.api.form();
  page = await admin.admin(`/forms/${formId}/fields`);
  await settled(page);
  await button(/^Number/).click();
  await page.getByRole('tab', { name: 'Fields' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Title' }).fill('Both');
  await page.getByText('Not saved yet').waitFor();
  await page.getByRole('tab', { name: 'Settings' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Address of the receiver').waitFor();
  expect(page.url()).toMatch(/webhook$/);
  await save().click();
  await page.getByText('The form was saved.').waitFor();
  expect((await admin.site.api.get(`/forms/${formId}`)).body.title).toBe('Both');
  expect(await fieldsOf(formId)).toEqual(['name', 'email', 'number']);
  // Saved by keyboard: the focus stays where it was.
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Again');
  await save().focus();
  await page.keyboard.press('Enter');
  await page.getByText('All changes are saved').waitFor();
  expect(await save().evaluate((element) => element.matches(':focus'))).toBe(true);
});

it('entries by keyboard: move, select, mark, open, leaf; a deletion can be taken back', async () => {
  const formId = await admin.site.api.form();
  const ids: number[] = [];
  for (const name of ['Ada', 'Bob', 'Cleo'])
    ids.push(await admin.submit(formId, { name, email: `${name}@example.com` }));
  page = await admin.admin(`/entries?form_id=${formId}`);
  await settled(page);
  const statusOf = async (id: number | undefined) =>
    (await admin.site.api.get(`/entries/${id}`)).body.status as string;
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  await page.getByText('1 entry is marked as read.').waitFor();
  expect(await statusOf(ids[2])).toBe('read');
  // A button has the Enter key for itself.
  await button('Columns').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Columns' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `Open entry ${ids[2]}` }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('toolbar', { name: '1 entry selected' }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('1 entry was deleted.').waitFor();
  expect(await page.getByText('Bob@example.com').count()).toBe(0);
  await button('Undo').click();
  await page.getByText('Bob@example.com').waitFor();
  expect(await statusOf(ids[1])).toBe('unread');
  await page.getByRole('link', { name: `Open entry ${ids[2]}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Entry ${ids[2]}` }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: `Entry ${ids[1]}` }).waitFor();
  await button('Mark unread').waitFor();
  expect(await statusOf(ids[1])).toBe('read');
  await page.keyboard.press('Delete');
  await page.getByRole('heading', { level: 1, name: `Entry ${ids[0]}` }).waitFor();
  // Leaving the page does at once what was about to be done.
  await page.goto(new URL('profile', admin.site.host.url).href);
  await admin.site.api.get(`/entries/${ids[1]}`).expect(404);
});

it('says when the log-in has ended and when there is no connection, and goes on afterwards', async () => {
  page = await admin.admin('/forms');
  await settled(page);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('searchbox').fill('contact');
  await page.getByText('The server cannot be reached.').waitFor();
  await page.context().setOffline(false);
  await button('Try again').click();
  await page.getByRole('link', { name: 'Contact' }).first().waitFor();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('searchbox').fill('x');
  await page.getByText('You are logged out.').waitFor();
  await page.context().addCookies(cookies);
  await page.getByRole('searchbox').fill('cont');
  await page.getByRole('link', { name: 'Contact' }).first().waitFor();
  await page.getByText('You are logged out.').waitFor({ state: 'detached' });
});
