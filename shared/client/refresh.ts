import * as v from 'valibot';
import { refreshToken as endpoint } from '#contract/authentication.ts';
import { saysFailure } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { dropTokens, replaceTokens, type Tokens } from './session.ts';
import { readStored } from './storage.ts';

const REFRESH_TIMEOUT_MS = 30_000;

let underWay: Promise<string> | null = null;

/** One request for concurrent callers. A failure clears both tokens, unless another tab stored newer ones. */
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
    // Another tab has written one of its two tokens (docs/decisions/0006). Ours are as new.
    if (before.accessToken && readStored().accessToken === before.accessToken) return tokens.accessToken;
    throw new Error('The session changed while it was refreshed.');
  } catch (cause) {
    const now = readStored();
    if (now.accessToken && now.accessToken !== before.accessToken) return now.accessToken;
    // Keep the tokens of another tab, and those whose refresh was cut off by leaving this page.
    if (now.refreshToken === before.refreshToken && !leaving.begun()) dropTokens();
    throw new ApiError('session', 'Failed to refresh token', { cause });
  } finally {
    leaving.stop();
  }
}

/** `beforeunload` too: some browsers cut requests off before `pagehide`. */
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
  return { accessToken: data.token, refreshToken: data.refreshToken ?? refreshToken };
}
