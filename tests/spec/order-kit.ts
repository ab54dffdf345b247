import { overDatabases, type Family } from '../support/databases';
import { Receiver, type Received } from '../support/receiver';
import { startTestHost, type TestHost } from '../support/test-host';

export const SECRET = 'a secret with spaces and ümlauts';
const FIELDS = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'email', type: 'email', label: 'Email' },
  { id: 'plan', type: 'select', label: 'Plan', options: ['free', 'pro'] },
  { id: 'topics', type: 'checkbox', label: 'Topics', options: ['a', 'b', 'c'] },
  { id: 'paper', type: 'file', label: 'Paper' },
];

/** An order form with each kind of value that the specification names, and a receiver of its webhook. */
export class OrderKit {
  site!: TestHost;
  receiver!: Receiver;
  formId = 0;

  constructor(readonly family: Family) {}

  /** Sends an order and returns the entry's id. */
  async submit(): Promise<number> {
    const values = { name: 'Zoë', email: 'z@example.com', plan: 'pro', topics: ['a', 'c'] };
    const answer = await this.site.api.anonymous
      .post('/submit')
      .field('form_id', this.formId)
      .field('nonce', this.site.nonce(this.formId))
      .field('fields', JSON.stringify(values))
      .attach('paper', Buffer.from('hello'), { filename: 'a b.txt', contentType: 'text/plain' })
      .expect(200);
    return answer.body.entry_id;
  }

  /** Sends an order and waits for its first attempt. */
  async delivered(): Promise<{ entryId: number; got: Received }> {
    const entryId = await this.submit();
    await this.site.drain();
    return { entryId, got: this.receiver.received[0] as Received };
  }

  /** The order's delivery with its log. */
  async delivery(): Promise<Record<string, unknown>> {
    const [first] = (await this.site.api.get(`/deliveries?form_id=${this.formId}`).expect(200)).body;
    return (await this.site.api.get(`/deliveries/${first.id}`).expect(200)).body;
  }
}

/** A suite over both databases; each test has a form of its own. */
export function describeOrders(name: string, suite: (kit: OrderKit) => void): void {
  overDatabases(name, (family) => {
    const kit = new OrderKit(family);
    beforeAll(async () => {
      kit.site = await startTestHost(family);
      kit.receiver = await Receiver.start();
    });
    afterAll(async () => {
      await kit.site.stop();
      await kit.receiver.stop();
    });
    beforeEach(async () => {
      kit.receiver.clear();
      kit.receiver.answer(200);
      kit.formId = await kit.site.api.form({ title: 'Orders', fields: FIELDS });
      const settings = { enabled: true, url: kit.receiver.url, secret: SECRET };
      await kit.site.api.put(`/forms/${kit.formId}/webhook`, settings).expect(200);
    });
    afterEach(() => kit.site.api.delete(`/forms/${kit.formId}`).expect(200));
    suite(kit);
  });
}
