import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ThemeSite } from '../support/theme-site';

jest.setTimeout(60_000);

/** A page of another origin that embeds forms. */
async function startPage(
  html: (site: string) => string,
  site: string,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(html(site)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

describe('forms on pages of other origins', () => {
  const theme = new ThemeSite();
  const allowed: string[] = [];
  let page: Awaited<ReturnType<typeof startPage>>;
  beforeAll(async () => {
    await theme.start({ options: { starterForm: true, allowedOrigins: allowed } });
    const embedding = (site: string) => `<!doctype html><html lang="de"><title>Shop</title>
      <div data-svc-form="1"></div><div data-svc-form="1"></div><div data-svc-form="99"></div>
      <script src="${site}rest/svc-forms/v1/assets/svc-forms.js" defer></script>
      <link rel="stylesheet" href="${site}rest/svc-forms/v1/assets/svc-forms.css">`;
    page = await startPage(embedding, theme.site.host.url);
  });
  afterAll(async () => {
    await theme.stop();
    await new Promise((resolve) => page.server.close(resolve));
  });

  it('an allowed origin shows and sends two copies of one form, in the language of the page', async () => {
    allowed.push(page.origin);
    const tab = await theme.open(page.origin);
    await tab.getByRole('button', { name: 'Senden' }).nth(1).waitFor();
    expect(
      await tab.locator('[id]').evaluateAll((all) => new Set(all.map(({ id }) => id)).size === all.length),
    ).toBe(true);
    await tab.getByText('There is no published form with id 99').waitFor();
    const second = tab.locator('form').nth(1);
    await second.getByLabel('Name').fill('Ada');
    await second.getByLabel('E-mail').fill('ada@example.com');
    await second.getByRole('button', { name: 'Senden' }).click();
    await second.getByRole('alert').getByText('Bitte ein Feld berichtigen').waitFor();
    expect(await second.getByRole('alert').innerText()).toContain('Message muss ausgefüllt sein.');
    await second.getByLabel('Message').fill('Hallo');
    await second.getByRole('button', { name: 'Senden' }).click();
    await second.getByText('Thank you. We will answer soon.').waitFor();
    expect((await theme.entries())[0]?.fields['name']?.value).toBe('Ada');
    await tab.context().close();
    page.server.closeAllConnections();
  });

  it('any other origin is refused, with and without a preflight', async () => {
    const url = `${theme.site.host.url}rest/svc-forms/v1/submit`;
    const ask = (method: string, Origin: string) => fetch(url, { method, headers: { Origin } });
    const preflight = await ask('OPTIONS', page.origin);
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      page.origin,
    ]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    for (const origin of ['https://evil.example', `${page.origin}.evil.example`, 'nonsense']) {
      for (const method of ['OPTIONS', 'POST']) {
        const refused = await ask(method, origin);
        expect([origin, refused.status]).toEqual([origin, 403]);
        expect(refused.headers.get('access-control-allow-origin')).toBeNull();
        expect(((await refused.json()) as { code: string }).code).toBe('rest_forbidden');
      }
    }
    for (const path of ['/forms', '/entries']) {
      const closed = await fetch(`${theme.site.host.url}rest/svc-forms/v1${path}`, {
        headers: { Origin: page.origin },
      });
      expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
