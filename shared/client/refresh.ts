import * as v from 'valibot';
import { create } from 'zustand';
import { refreshToken as endpoint } from '#contract/authentication.ts';
import { isFailure } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { clearTokens, replaceTokens } from './session.ts';
import { readStoredSession } from './storage.ts';

const REFRESH_TIMEOUT_MS = 30_000;
/** A reload may cut a request off this long before the page hears that it is left. */
const UNLOAD_NOTICE_MS = 300;

/**
 * The failure that ended the session, until the console has said so: it removes the screen whose call failed, and the
 * hand-off's call has none.
 */
export const useFailedRefresh = create<{ failure: ApiError | null }>(() => ({ failure: null }));

let pendingRefresh: Promise<string> | null = null;

/** One request for concurrent callers. A failure clears both tokens, unless another tab stored newer ones. */
export function refresh(address: string): Promise<string> {
  pendingRefresh ??= refreshStoredTokens(address).finally(() => {
    pendingRefresh = null;
  });
  return pendingRefresh;
}

async function refreshStoredTokens(address: string): Promise<string> {
  const before = readStoredSession();
  const unload = watchUnload();
  try {
    if (!before.refreshToken) throw new Error('No refresh token is stored.');
    const { tokens, capabilities } = await requestTokens(address, before.refreshToken);
    if (replaceTokens(before, tokens, capabilities)) return tokens.accessToken;
    // Another tab has written one of its two tokens (docs/decisions/0006). Ours are as new.
    if (before.accessToken && readStoredSession().accessToken === before.accessToken)
      return tokens.accessToken;
    throw new Error('The session changed while it was refreshed.');
  } catch (cause) {
    // `fetch` throws this without an answer.
    if (cause instanceof TypeError) await new Promise((resolve) => setTimeout(resolve, UNLOAD_NOTICE_MS));
    const now = readStoredSession();
    if (now.accessToken && now.accessToken !== before.accessToken) return now.accessToken;
    // Keep the tokens of another tab, and those whose refresh was cut off by leaving this page.
    const failure = new ApiError('session', 'Failed to refresh token', { cause });
    if (now.refreshToken === before.refreshToken && !unload.hasStarted()) {
      // Not after a sign-out, whose pending calls end here, too.
      if (before.accessToken ?? before.refreshToken) useFailedRefresh.setState({ failure });
      clearTokens();
    }
    throw failure;
  } finally {
    unload.stop();
  }
}

/** Only during a refresh, for the back/forward cache. Some browsers cut requests off before `pagehide`. */
function watchUnload() {
  let hasStarted = false;
  const onUnload = () => {
    hasStarted = true;
  };
  const events = ['beforeunload', 'pagehide'] as const;
  for (const event of events) addEventListener(event, onUnload);
  return {
    hasStarted: () => hasStarted,
    stop: () => {
      for (const event of events) removeEventListener(event, onUnload);
    },
  };
}

async function requestTokens(address: string, refreshToken: string) {
  const response = await fetch(
    new Request(address, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    }),
  );
  const body: unknown = await response.json();
  if (!response.ok || isFailure(body))
    throw new Error(`The server refused the refresh (${response.status}).`);
  const { data } = v.parse(endpoint.answer, endpoint.reshape(body));
  return {
    tokens: { accessToken: data.token, refreshToken: data.refreshToken ?? refreshToken },
    capabilities: data.capabilities,
  };
}
