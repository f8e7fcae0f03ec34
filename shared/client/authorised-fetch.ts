import { refresh } from './refresh.ts';
import { readStored } from './storage.ts';

/** Reads the body before it returns, so that the timeout covers the whole call. */
export async function wholeFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const body = WITHOUT_BODY.includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, response);
}

const WITHOUT_BODY = [101, 204, 205, 304];

/** Adds the token. Refreshes and retries once after a 401; the retry hooks of ky lose a refresh after a 5xx. */
export function authorisedFetch(refreshAddress: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    const spare = request.clone();
    const used = readStored().accessToken;
    const first = await wholeFetch(withToken(request, used));
    if (first.status !== 401) return first;

    const stored = readStored().accessToken;
    if (stored && stored !== used) {
      // Another call or tab has refreshed since: try the newer token first.
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

/** Stops waiting when the caller aborts; the refresh continues for the other callers. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
