import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { Receiver } from './receiver';
import { ADMIN_PASSWORD } from './test-host';
import { ThemeSite } from './theme-site';

const DAY = 86_400;
const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Hedy Lamarr',
  'Katherine Johnson',
  'Edsger Dijkstra',
];
const TOPICS = ['Order', 'Question', 'Praise'];

/** A site with a month of use behind it, and a browser in its administration area. */
export class AdminSite extends ThemeSite {
  receiver!: Receiver;
  /** The form with everything: entries, spam, a webhook that fails now and then. */
  formId = 0;
  entryId = 0;
  failedId = '';
  waitingId = '';

  override async stop(): Promise<void> {
    await super.stop();
    await this.receiver?.stop();
  }

  /** Opens a page of the administration area, logged in. */
  async admin(path = '', options: BrowserContextOptions = {}, login = 'admin'): Promise<Page> {
    const page = await this.open('login', options);
    // The site's clock stands where the test moved it; the browser's follows.
    await page.clock.setFixedTime(this.site.clock.now());
    await page.getByLabel('User name').fill(login);
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto(new URL(`admin/svc-forms${path}`, this.site.host.url).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return page;
  }

  async submit(formId: number, fields: Record<string, unknown>): Promise<number> {
    const { api, nonce } = this.site;
    const body = { form_id: formId, nonce: nonce(formId), fields };
    return (await api.anonymous.post('/submit', body).expect(200)).body.entry_id as number;
  }

  /** Fills the site with forms, entries and deliveries of a month. */
  async fill(): Promise<void> {
    const { api, clock } = this.site;
    this.receiver = await Receiver.start();
    await api.post('/forms', { title: 'Newsletter', status: 'draft', fields: [FIELDS[1]] }).expect(201);
    const event = (
      await api.post('/forms', { title: 'Summer party', fields: FIELDS.slice(0, 2) }).expect(201)
    ).body;
    this.formId = (
      await api.post('/forms', { title: 'Contact us', fields: FIELDS, settings: SETTINGS }).expect(201)
    ).body.id;
    const webhook = { enabled: true, url: this.receiver.url, secret: 'a secret of the tests' };
    await api.put(`/forms/${this.formId}/webhook`, webhook).expect(200);
    clock.advance(DAY - ((clock.now() / 1000) % DAY) + 9 * 3600);
    for (let day = 0; day < 30; day++) {
      const down = day === 20;
      this.receiver.answer(down ? 500 : 200);
      for (let index = 0; index <= (day * 7) % 4; index++) {
        const number = day + index;
        const name = NAMES[number % NAMES.length] as string;
        const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
        this.entryId = await this.submit(this.formId, {
          ...{ name, email, topic: TOPICS[number % 3], message: `Message ${number}\nwith a second line.` },
        });
        if (number % 7 === 3) await api.patch(`/entries/${this.entryId}`, { spam: true }).expect(200);
        else if (number % 2 === 0)
          await api.patch(`/entries/${this.entryId}`, { status: 'read' }).expect(200);
        if (index === 1) await this.submit(event.id, { name, email });
      }
      await this.site.drain();
      clock.advance(DAY);
      if (down) for (let step = 0; step < 5; step++) await this.later(6 * 3600);
    }
    this.receiver.answer((_request, response) =>
      response.writeHead(503).end('{"error":"maintenance until noon"}'),
    );
    this.entryId = await this.submit(this.formId, FULL);
    await this.site.drain();
    const log = async (status: string) =>
      (await api.get(`/deliveries?form_id=${this.formId}&status=${status}`)).body as {
        id: string;
        channel: string;
      }[];
    this.failedId = (await log('failed'))[0]?.id ?? '';
    this.waitingId = (await log('retry_scheduled')).find(({ channel }) => channel === 'webhook')?.id ?? '';
  }

  private async later(seconds: number): Promise<void> {
    this.site.clock.advance(seconds);
    await this.site.drain();
  }

  /** Every view with something in it. */
  views(): [name: string, path: string][] {
    const { formId, entryId, failedId, waitingId } = this;
    return [
      ['dashboard', ''],
      ['forms', '/forms'],
      ['fields', `/forms/${formId}/fields`],
      ['settings', `/forms/${formId}/settings`],
      ['embed', `/forms/${formId}/embed`],
      ['webhook', `/forms/${formId}/webhook`],
      ['entries-all', '/entries'],
      ['entries', `/entries?form_id=${formId}`],
      ['entries-none', '/entries?search=nobody'],
      ['entry', `/entries/${entryId}`],
      ['deliveries', '/deliveries'],
      ['delivery-failed', `/deliveries/${failedId}`],
      ['delivery-waiting', `/deliveries/${waitingId}`],
      ['missing', '/entries/999999'],
    ];
  }
}

/** Resolves when a view has loaded all that it shows. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

const FULL = {
  name: 'Margaret Hamilton',
  email: 'margaret@example.com',
  topic: 'Question',
  message: 'Is there a way to send the form twice?\n\nI would like to know.',
};

const SETTINGS = {
  notification_email: 'owner@example.com',
  success_message: 'Thank you. We will write soon.',
  honeypot: true,
};

const FIELDS = [
  { id: 'name', type: 'text', label: 'Name', required: true, autocomplete: 'name' },
  { id: 'email', type: 'email', label: 'Email', required: true, autocomplete: 'email' },
  { id: 'topic', type: 'select', label: 'Topic', options: TOPICS },
  {
    id: 'order',
    type: 'text',
    label: 'Order number',
    show_when: { field: 'topic', is: 'equals', value: 'Order' },
  },
  { id: 'message', type: 'textarea', label: 'Message', required: true, help: 'As long as you like.' },
  { id: 'photo', type: 'file', label: 'Photo', accept: ['image/*'] },
];

/** Resolves when this element has the focus. */
export async function focused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
}
