import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { remember } from '#tests/secrets/evidence.ts';

export type Seen = { method: string; path: string; query: string; headers: Headers };

export type Wire = {
  /** What stands in front of the API: its base, as `PUBLIC_API_URL` wants it. */
  base: string;
  /** Every request that arrived, in order, preflights left out. */
  seen: Seen[];
  /** Answers in the API's place, or delays it, where it returns or awaits something. */
  intercept: ((request: Request) => Promise<Response | undefined> | Response | undefined) | null;
};

/** A real server between client and API: it records requests, and a test can delay, break or replace an answer. */
export async function tapWire(apiBase: string): Promise<Wire> {
  const target = new URL(apiBase);
  const wire: Wire = { base: '', seen: [], intercept: null };
  const app = new Hono().all('*', async (context) => {
    const request = context.req.raw;
    const { pathname, search } = new URL(request.url);
    remember('address', request.url);
    const path = pathname.slice(target.pathname.length);
    if (request.method !== 'OPTIONS') {
      wire.seen.push({ method: request.method, path, query: search, headers: new Headers(request.headers) });
    }
    const body = request.body ? await request.clone().arrayBuffer() : null;
    return (
      (await wire.intercept?.(request)) ??
      fetch(target.origin + pathname + search, {
        method: request.method,
        headers: request.headers,
        body,
        signal: request.signal,
      })
    );
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  afterAll(() => listener.close(0));
  wire.base = `http://127.0.0.1:${listener.port}${target.pathname}`;
  return wire;
}
