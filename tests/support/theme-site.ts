import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser';
import { startTestHost, type TestHost, type TestHostSettings } from './test-host';

/** A site and a browser in front of it. Fails the test that made a page complain. */
export class ThemeSite {
  site!: TestHost;
  browser!: Browser;
  private complaints: string[] = [];

  async start(settings: TestHostSettings = {}): Promise<void> {
    this.site = await startTestHost('sqlite', {
      options: { starterForm: true, ...settings.options },
      ...settings,
    });
    this.browser = await launchBrowser();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.site.stop();
    expect(this.complaints).toEqual([]);
  }

  /** Opens a page of the site in a browser profile of its own. */
  async open(path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext(options);
    // Some violations are told to the page only, not to its console.
    await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('Content Security Policy:', event.violatedDirective, event.blockedURI, event.sourceFile))`);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) this.complaints.push(message.text());
    });
    await page.goto(new URL(path, this.site.host.url).href);
    return page;
  }

  async entries(): Promise<{ id: number; fields: Record<string, { value: unknown }> }[]> {
    return (await this.site.api.get('/entries?per_page=100')).body;
  }
}

/**
 * Rules that axe finds broken on the page, with the first place of each. In its older way, which leaves frames out: it
 * would wait for ever in the preview, where no script runs.
 */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Fills in the starter form. */
export async function fillContact(page: Page, name = 'Ada'): Promise<void> {
  await page.locator('[name="fields[name]"]').fill(name);
  await page.locator('[name="fields[email]"]').fill('ada@example.com');
  await page.locator('[name="fields[message]"]').fill('Hello');
}
