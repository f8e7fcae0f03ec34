import { refresh } from './refresh.ts';
import { readStored } from './storage.ts';

/**
 * `fetch` that reads the body before it returns, so that the client's time limit covers the whole call. An
 * answer that breaks off is no answer.
 */
export async function wholeFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const body = WITHOUT_BODY.includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, response);
}

const WITHOUT_BODY = [101, 204, 205, 304];

/**
 * The `fetch` handed to ky: adds the bearer token; after a 401 it refreshes once and retries once. It lives
 * here and not in ky's retry hooks, which lose the refresh when a 5xx came first.
 */
export function authorisedFetch(refreshAddress: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    const spare = request.clone();
    const used = readStored().accessToken;
    const first = await wholeFetch(withToken(request, used));
    if (first.status !== 401) return first;

    const stored = readStored().accessToken;
    if (stored && stored !== used) {
      // Another call or tab has refreshed meanwhile: the newer token is tried first.
      const second = await wholeFetch(withToken(spare.clone(), stored));
      if (second.status !== 401) return second;
    }
    const fresh = await unlessAborted(refresh(refreshAddress), signal);
    return wholeFetch(withToken(spare, fresh));
  };
}

function withToken(request: Request, token: string | null): Request {
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** Stops waiting when the caller gave up, without stopping the refresh that others wait for. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
