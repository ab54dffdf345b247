import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AdminSite, settled } from '../support/admin-site';
import { ROOT } from '../support/root';

jest.setTimeout(600_000);

const folder = join(ROOT, '.cache', 'screenshots');
const WIDTHS = [1440, 390];
const SCHEMES = ['light', 'dark'] as const;

it('makes a picture of every view', async () => {
  mkdirSync(folder, { recursive: true });
  const admin = new AdminSite();
  await admin.start();
  await admin.fill();
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      const page = await admin.admin('', { viewport, colorScheme });
      for (const [name, path] of admin.views()) {
        await page.goto(new URL(`admin/svc-forms${path}`, admin.site.host.url).href);
        await settled(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      await page.context().close();
    }
  await admin.stop();
  process.stdout.write(`The pictures are in ${folder}\n`);
});
