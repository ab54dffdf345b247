import { AdminSite, settled } from '../support/admin-site';
import { axe } from '../support/theme-site';

jest.setTimeout(120_000);

const admin = new AdminSite();
beforeAll(async () => {
  await admin.start();
  await admin.fill();
});
afterAll(() => admin.stop());

it.each(['light', 'dark'] as const)('axe finds nothing in any view, %s', async (colorScheme) => {
  const page = await admin.admin('', { colorScheme });
  const found: string[] = [];
  for (const [name, path] of admin.views()) {
    await page.goto(new URL(`admin/svc-forms${path}`, admin.site.host.url).href);
    await settled(page);
    found.push(...(await axe(page)).map((one) => `${name}: ${one}`));
  }
  await page.context().close();
  expect(found).toEqual([]);
});
