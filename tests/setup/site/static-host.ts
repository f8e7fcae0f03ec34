import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { readSite } from '#api/site/site-file.ts';

/** A static host with directory indexes and 404.html, without rewrites and headers. Returns its origin. */
export async function hostStatically(folder: string): Promise<string> {
  const files = await readSite(folder);
  const app = new Hono().get('*', (context) => {
    const file = files.get(context.req.path.replace(/(.)\/$/, '$1'));
    const missing = files.get('/404.html');
    const { body, headers } = (file ?? missing)?.identity ?? {};
    if (!body) return context.notFound();
    return context.body(body, file ? 200 : 404, { 'content-type': headers?.['content-type'] ?? '' });
  });
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  afterAll(() => listener.close(0));
  return `http://127.0.0.1:${listener.port}`;
}
