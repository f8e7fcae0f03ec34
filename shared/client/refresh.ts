import * as v from 'valibot';
import { refreshToken as endpoint } from '#contract/authentication.ts';
import { saysFailure } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { dropTokens, replaceTokens, type Tokens } from './session.ts';
import { readStored } from './storage.ts';

/** The limit of the refresh alone. Its callers have their own limit and may stop waiting earlier. */
const REFRESH_TIMEOUT_MS = 30_000;

let underWay: Promise<string> | null = null;

/**
 * A fresh access token, stored: one request for any number of callers. Any failure clears both tokens and
 * throws 'Failed to refresh token', unless another tab stored newer ones meanwhile: then those are used.
 */
export function refresh(address: string): Promise<string> {
  underWay ??= refreshNow(address).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function refreshNow(address: string): Promise<string> {
  const before = readStored();
  const leaving = watchLeaving();
  try {
    if (!before.refreshToken) throw new Error('No refresh token is stored.');
    const tokens = await ask(address, before.refreshToken);
    if (replaceTokens(before, tokens)) return tokens.accessToken;
    // Another tab is between its two writes: the session is still this one, and ours is as fresh as theirs.
    if (before.accessToken && readStored().accessToken === before.accessToken) return tokens.accessToken;
    throw new Error('The session changed while it was refreshed.');
  } catch (cause) {
    const now = readStored();
    if (now.accessToken && now.accessToken !== before.accessToken) return now.accessToken;
    // A newer pair of another tab stays. Only the tokens that failed are removed. A refresh that a reload or a link cut off has
    // not failed: the next page, and every other tab, can still do it.
    if (now.refreshToken === before.refreshToken && !leaving.begun()) dropTokens();
    throw new ApiError('session', 'Failed to refresh token', false, { cause });
  } finally {
    leaving.stop();
  }
}

/**
 * Notices that this page is being left. `beforeunload` too, because some browsers break requests off before
 * `pagehide`; only while a refresh runs, because its listeners may keep a page out of the back/forward cache.
 */
function watchLeaving() {
  let left = false;
  const leave = () => {
    left = true;
  };
  const events = ['beforeunload', 'pagehide'] as const;
  for (const event of events) addEventListener(event, leave);
  return {
    begun: () => left,
    stop: () => {
      for (const event of events) removeEventListener(event, leave);
    },
  };
}

async function ask(address: string, refreshToken: string): Promise<Tokens> {
  const response = await fetch(
    new Request(address, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    }),
  );
  const body: unknown = await response.json();
  if (!response.ok || saysFailure(body))
    throw new Error(`The server refused the refresh (${response.status}).`);
  const { data } = v.parse(endpoint.answer, endpoint.reshape(body));
  // A provider that does not rotate sends none: the old one stays good.
  return { accessToken: data.token, refreshToken: data.refreshToken ?? refreshToken };
}
