import { refreshAddress } from './address.ts';
import { refresh } from './refresh.ts';
import { readStoredSession } from './storage.ts';

/**
 * Reads the body before it returns, so that the timeout covers the whole call. The signal is handed over again, because
 * Node forgets the one of a Request that was garbage collected.
 */
export async function bufferedFetch(request: Request, { signal } = request): Promise<Response> {
  const response = await fetch(request, { signal });
  const body = NULL_BODY_STATUSES.includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, response);
}

const NULL_BODY_STATUSES = [101, 204, 205, 304];

/** Adds the token. The retry hooks of ky lose a refresh after a 5xx. */
export function authorisedFetch(request: Request): Promise<Response> {
  const { signal } = request;
  return sendWithRefresh(async (headers) => {
    const authorised = request.clone();
    if (headers.authorization) authorised.headers.set('authorization', headers.authorization);
    return bufferedFetch(authorised, request);
  }, signal);
}

/** A token that no header can carry is sent as none: the server refuses the call, and the refresh decides. */
function toHeaders(token: string | null): { authorization?: string } {
  return token !== null && /^[\x21-\x7e]+$/.test(token) ? { authorization: `Bearer ${token}` } : {};
}

/** Sends with the stored token in the headers. Refreshes and sends once more after a 401. */
export async function sendWithRefresh<Answer extends { readonly status: number }>(
  send: (headers: { authorization?: string }) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const usedToken = readStoredSession().accessToken;
  const first = await send(toHeaders(usedToken));
  if (first.status !== 401) return first;

  const storedToken = readStoredSession().accessToken;
  if (storedToken && storedToken !== usedToken) {
    // Another call or tab has refreshed since: try the newer token first.
    const second = await send(toHeaders(storedToken));
    if (second.status !== 401) return second;
  }
  return send(toHeaders(await unlessAborted(refresh(refreshAddress), signal)));
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
