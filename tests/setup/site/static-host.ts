import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { listen } from '#api/http/server/listen.ts';
import { readSite } from '#api/site/files.ts';

/** A static host with directory indexes and 404.html, without rewrites and headers. Returns its origin. */
export async function hostStatically(folder: string): Promise<string> {
  const files = await readSite(folder);
  const app = new Hono().get('*', (context) => {
    const file = files.get(context.req.path.replace(/(.)\/$/, '$1'));
    const missing = files.get('/404.html');
    const type = { 'content-type': (file ?? missing)?.type ?? 'text/plain' };
    if (file) return context.body(file.body, 200, type);
    return missing ? context.body(missing.body, 404, type) : context.notFound();
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  afterAll(() => listener.close(0));
  return `http://127.0.0.1:${listener.port}`;
}
