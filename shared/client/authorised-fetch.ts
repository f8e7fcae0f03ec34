import { refresh } from './refresh.ts';
import { readStoredSession } from './storage.ts';

/** Reads the body before it returns, so that the timeout covers the whole call. */
export async function bufferedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const body = NULL_BODY_STATUSES.includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, response);
}

const NULL_BODY_STATUSES = [101, 204, 205, 304];

/** Adds the token. Refreshes and retries once after a 401; the retry hooks of ky lose a refresh after a 5xx. */
export function authorisedFetch(refreshAddress: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    const retryRequest = request.clone();
    const usedToken = readStoredSession().accessToken;
    const first = await bufferedFetch(withToken(request, usedToken));
    if (first.status !== 401) return first;

    const storedToken = readStoredSession().accessToken;
    if (storedToken && storedToken !== usedToken) {
      // Another call or tab has refreshed since: try the newer token first.
      const second = await bufferedFetch(withToken(retryRequest.clone(), storedToken));
      if (second.status !== 401) return second;
    }
    const newToken = await unlessAborted(refresh(refreshAddress), signal);
    return bufferedFetch(withToken(retryRequest, newToken));
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
