import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { uninstall } from '../../plugin/index';
import { describeUploads } from '../support/upload-kit';

describeUploads('what uploads leave behind', (kit) => {
  it('leaves nothing of an upload that breaks off', async () => {
    const [before, entries] = [kit.files(), (await kit.site.api.get('/entries')).headers['x-host-total']];
    const { hostname, port, pathname } = new URL(`${kit.site.host.url}rest/svc-forms/v1/submit`);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 90000\r\n\r\n` +
        `--a\r\nContent-Disposition: form-data; name="any"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(40_000)}`,
    );
    while (kit.spooled() === 0) await pause(5);
    socket.destroy();
    while (kit.spooled() > 0) await pause(5);
    expect(kit.files()).toBe(before);
    expect((await kit.site.api.get('/entries')).headers['x-host-total']).toBe(entries);
    expect(kit.site.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('a form that is deleted during an upload leaves no file', async () => {
    const form = await kit.site.api.form({ fields: [{ id: 'any', type: 'file', label: 'Any' }] });
    const { media } = kit.site.host.cms;
    const [before, put] = [kit.files(), media.put.bind(media)];
    jest.spyOn(media, 'put').mockImplementationOnce(async (file) => {
      await kit.site.api.delete(`/forms/${form}`).expect(200);
      return put(file);
    });
    const answer = await kit.site.api.anonymous
      .post('/submit')
      .field('form_id', form)
      .field('nonce', kit.site.nonce(form))
      .attach('any', Buffer.from('a'), { filename: 'a.txt', contentType: 'text/plain' });
    expect([answer.status, kit.files()]).toEqual([404, before]);
    expect(await kit.site.host.cms.db('cms_svc_uploads').where({ form_id: form })).toEqual([]);
  });

  it('one file that cannot be deleted does not keep the others, and uninstalling says so', async () => {
    const { media, db, contract } = kit.site.host.cms;
    await db('cms_svc_uploads').delete();
    const id = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...{ id: id(index), entry_id: null, form_id: 1, state: 'doomed', created_at: 0 },
    }));
    await db.batchInsert('cms_svc_uploads', rows, 50);
    const remove = media.delete.bind(media);
    const stuck = jest
      .spyOn(media, 'delete')
      .mockImplementation((key) => (key === id(0) ? Promise.reject(new Error('in use')) : remove(key)));
    await kit.site.drain();
    expect(await db('cms_svc_uploads').pluck('id')).toEqual([id(0)]);
    await expect(uninstall(contract)).rejects.toThrow(/1 uploaded file/);
    stuck.mockRestore();
    await kit.site.drain();
    expect(await db('cms_svc_uploads')).toEqual([]);
  });

  it('leaves nothing when the media library fails half-way, and sweeps what a crash left', async () => {
    const { media, db } = kit.site.host.cms;
    const before = kit.files();
    const failing = jest.spyOn(media, 'put').mockRejectedValueOnce(new Error('disk full'));
    const failed = await kit.post().attach('any', Buffer.from('a'), {
      filename: 'a.txt',
      contentType: 'text/plain',
    });
    expect([failed.status, failed.body.code]).toEqual([500, 'internal_error']);
    failing.mockRestore();
    expect(kit.files()).toBe(before);
    const key = '00000000-0000-7000-8000-000000000001';
    await media.put({ key, name: 'a', type: 'text/plain', content: Readable.from(['a']) });
    const row = {
      id: key,
      entry_id: null,
      form_id: kit.formId,
      state: 'staged',
      created_at: kit.site.clock.now(),
    };
    await db('cms_svc_uploads').insert(row);
    await kit.site.drain();
    expect(kit.files()).toBe(before + 1);
    kit.site.clock.advance(3601);
    await kit.site.drain();
    expect(kit.files()).toBe(before);
  });
});
