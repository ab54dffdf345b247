import { migrate } from '../../schema/db/migrate';
import { overDatabases } from '../support/databases';
import { startTestHost, type TestHost } from '../support/test-host';

overDatabases('migrations', (family) => {
  let site: TestHost;
  beforeEach(async () => (site = await startTestHost(family)));
  afterEach(() => site.stop());

  it('0004 keeps a replaced secret that still signs, however often it breaks off', async () => {
    const { db } = site.host.cms;
    const now = site.clock.now();
    const formId = await site.api.form();
    const webhook = { enabled: true, url: 'http://127.0.0.1:1/', secret: 'new' };
    await site.api.put(`/forms/${formId}/webhook`, webhook).expect(200);
    // As 0003 left it.
    await db.schema.alterTable('cms_svc_webhooks', (table) => {
      table.text('previous_secret');
      table.bigInteger('previous_secret_until');
    });
    await db('cms_svc_webhooks').update({
      previous_secret: 'encrypted',
      previous_secret_until: now + 1000,
      replaced_secrets: null,
    });
    for (let run = 0; run < 2; run++) {
      await db('cms_svc_migrations').where({ name: '0004-replaced-secrets' }).delete();
      expect(await migrate(db, 'cms_', now)).toEqual(['0004-replaced-secrets']);
      const [row] = (await db('cms_svc_webhooks')) as [Record<string, unknown>];
      expect(JSON.parse(String(row['replaced_secrets']))).toEqual([
        { secret: 'encrypted', until: now + 1000 },
      ]);
      expect(Object.keys(row)).not.toContain('previous_secret');
    }
    const state = await site.api.get(`/forms/${formId}/webhook`).expect(200);
    expect(state.body.previous_secret_until).not.toBeNull();
    expect(await migrate(db, 'cms_', now)).toEqual([]);
  });
});
