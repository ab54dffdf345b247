import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { AdminSite, focused, settled } from '../support/admin-site';
import { ROOT } from '../support/root';

jest.setTimeout(90_000);

const admin = new AdminSite();
let page: Page;
beforeAll(() => admin.start());
afterAll(() => admin.stop());
afterEach(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole('button', { name });

it('the webhook tab keeps what is typed, asks before it is lost, and shows no secret that signs no more', async () => {
  const formId = await admin.site.api.form();
  page = await admin.admin(`/forms/${formId}/webhook`);
  await settled(page);
  const address = page.getByLabel('Address of the receiver');
  await address.fill('http://127.0.0.1:9/hook ');
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByText('The webhook is not saved yet').waitFor();
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Deliveries' }).click();
  expect(asked).toEqual([expect.stringMatching(/webhook has changes/)]);
  await page.getByRole('tab', { name: 'Webhook' }).click();
  await page.getByText('Your unsaved changes from before are back.').waitFor();
  await button('Save webhook').click();
  await page.getByText('The webhook was saved.').waitFor();
  expect(await address.inputValue()).toBe('http://127.0.0.1:9/hook');
  await page.getByText('All changes are saved').waitFor();
  await button('Make a secret').click();
  await page.getByText('Copy it now').waitFor();
  await button('Use your own').click();
  await focused(page.getByLabel('Your secret'));
  await page.keyboard.type('mine');
  await page.keyboard.press('Enter');
  await page.getByText('The secret was saved.').waitFor();
  expect(await page.getByText('Copy it now').count()).toBe(0);
  await focused(button('Use your own'));
});

it('the code for receivers runs, and takes a real delivery', async () => {
  const formId = await admin.site.api.form();
  await admin.site.api
    .put(`/forms/${formId}/webhook`, { enabled: true, secret: 'geheim', url: 'http://127.0.0.1:1/' })
    .expect(200);
  page = await admin.admin(`/forms/${formId}/webhook`);
  await settled(page);
  const code = await page.getByRole('tabpanel', { name: 'Node' }).locator('pre').innerText();
  expect(code).toContain('app.listen(3000);');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'receiver-'));
  const shown = code
    .replace(
      'app.listen(3000);',
      "const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));",
    )
    .replace(
      'response.sendStatus(200);',
      'console.log(JSON.stringify([id, field_name, field_email])); response.sendStatus(200);',
    );
  writeFileSync(join(folder, 'receiver.mjs'), shown);
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: 'geheim' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = (await lines.next()).value as string;
  await admin.site.api.put(`/forms/${formId}/webhook`, { url: `http://127.0.0.1:${port}/hook` }).expect(200);
  await admin.submit(formId, { name: 'Ada', email: 'ada@example.com' });
  const taken = JSON.parse((await lines.next()).value as string) as string[];
  await admin.site.drain();
  const [delivery] = (await admin.site.api.get(`/deliveries?form_id=${formId}`)).body;
  expect(taken).toEqual([delivery.id, 'Ada', 'ada@example.com']);
  expect(delivery.status).toBe('succeeded');
  child.kill();
  rmSync(folder, { recursive: true });
});
