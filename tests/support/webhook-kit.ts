import { overDatabases } from './databases';
import { Receiver } from './receiver';
import { startTestHost, type TestHost, type TestHostSettings } from './test-host';

/** A site with a form whose webhook goes to a receiver; each test has a form of its own. */
export class WebhookKit {
  site!: TestHost;
  receiver!: Receiver;
  formId = 0;

  /** Changes the webhook settings. */
  webhook(body: object) {
    return this.site.api.put(`/forms/${this.formId}/webhook`, body).expect(200);
  }
  async state(): Promise<Record<string, unknown>> {
    return (await this.site.api.get(`/forms/${this.formId}/webhook`).expect(200)).body;
  }
  async submit(): Promise<void> {
    const { site, formId } = this;
    const fields = { name: 'Ada', email: 'a@example.com' };
    await site.api.anonymous
      .post('/submit', { form_id: formId, nonce: site.nonce(formId), fields })
      .expect(200);
  }
  /** Every delivery of the form. */
  async deliveries(): Promise<Record<string, unknown>[]> {
    return (await this.site.api.get(`/deliveries?form_id=${this.formId}&per_page=100`)).body;
  }
  async webhooks(): Promise<Record<string, unknown>[]> {
    return (await this.deliveries()).filter(({ channel }) => channel === 'webhook');
  }
  async waitAndDrain(seconds: number): Promise<void> {
    this.site.clock.advance(seconds);
    await this.site.drain();
  }
}

/** A suite over both databases with a kit that is ready before each test. */
export function describeWebhooks(
  name: string,
  suite: (kit: WebhookKit) => void,
  settings: TestHostSettings = {},
): void {
  overDatabases(name, (family) => {
    const kit = new WebhookKit();
    beforeAll(async () => {
      kit.site = await startTestHost(family, settings);
      kit.receiver = await Receiver.start();
    });
    afterAll(async () => {
      await kit.site.stop();
      await kit.receiver.stop();
    });
    beforeEach(async () => {
      kit.receiver.clear();
      kit.receiver.answer(200);
      kit.formId = await kit.site.api.form({ settings: { notification_email: 'owner@example.com' } });
      await kit.webhook({ enabled: true, url: kit.receiver.url, secret: 'old secret' });
    });
    afterEach(() => kit.site.api.delete(`/forms/${kit.formId}`).expect(200));
    suite(kit);
  });
}
