import { Router } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Cms } from '../cms';

/** Serves uploads to whoever has the whole address; a browser saves them and never runs them. */
export function mediaPages(cms: Cms): Router {
  const router = Router();
  router.get('/media/:key/:token/:name', async (request, response) => {
    const { key, token } = request.params;
    const file = await cms.media.find(key);
    const content = file?.token === token ? await cms.media.open(key) : null;
    if (!file || !content) {
      response.status(404).type('text').send('There is no such file.');
      return;
    }
    response.attachment(file.name).set({
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, max-age=3600',
    });
    await pipeline(content, response);
  });
  return router;
}
