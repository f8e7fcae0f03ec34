import { Hono } from 'hono';
import { afterAll } from 'vitest';
import { listen } from '#api/http/listen.ts';
import { remember } from '#tests/secrets/evidence.ts';

type RecordedRequest = {
  method: string;
  path: string;
  query: string;
  headers: Headers;
  /** The status of the answer; null until then. */
  status: number | null;
};

export type RecordingProxy = {
  /** The base URL of the proxy, for `PUBLIC_API_URL`. */
  base: string;
  /** Every request in order, without preflights. */
  requests: RecordedRequest[];
  /** Replaces or delays the answer of the API. */
  intercept: ((request: Request) => Promise<Response | undefined> | Response | undefined) | null;
};

/** A real server between client and API. It records requests; a test can delay, break or replace an answer. */
export async function startRecordingProxy(apiBase: string): Promise<RecordingProxy> {
  const target = new URL(apiBase);
  const proxy: RecordingProxy = { base: '', requests: [], intercept: null };
  const app = new Hono().all('*', async (context) => {
    const request = context.req.raw;
    const { pathname, search } = new URL(request.url);
    remember('address', request.url);
    const path = pathname.slice(target.pathname.length);
    const recorded: RecordedRequest = {
      method: request.method,
      path,
      query: search,
      headers: new Headers(request.headers),
      status: null,
    };
    if (request.method !== 'OPTIONS') proxy.requests.push(recorded);
    const body = request.body ? await request.clone().arrayBuffer() : null;
    const answer =
      (await proxy.intercept?.(request)) ??
      (await fetch(target.origin + pathname + search, {
        method: request.method,
        headers: withoutEncoding(request.headers),
        body,
        signal: request.signal,
      }));
    recorded.status = answer.status;
    return answer;
  });
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  afterAll(() => listener.close(0));
  proxy.base = `http://127.0.0.1:${listener.port}${target.pathname}`;
  return proxy;
}

/** `fetch` decodes an answer, but keeps the header that says how it was encoded. */
function withoutEncoding(headers: Headers): Headers {
  const changed = new Headers(headers);
  changed.set('accept-encoding', 'identity');
  return changed;
}
