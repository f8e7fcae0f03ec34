import { type SignedInUser, signedInUser } from '#contract/authentication.ts';
import { keys } from './storage-keys.ts';

export type Stored = {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly user: SignedInUser | null;
};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) || null;
  } catch {
    // Blocked storage counts as empty: there is no session.
    return null;
  }
}

/** A stored token that no request header can carry is none: it is not ours. */
function readToken(key: string): string | null {
  const token = read(key);
  return token !== null && /^[\x21-\x7e]+$/.test(token) ? token : null;
}

function readUser(): SignedInUser | null {
  try {
    return signedInUser.read(JSON.parse(read(keys.user) ?? 'null'));
  } catch {
    // No valid JSON under the key: the user is only shown, the tokens decide.
    return null;
  }
}

/** What is stored at this moment; other tabs write too, so nothing is remembered. Never throws. */
export function readStored(): Stored {
  return { accessToken: readToken(keys.access), refreshToken: readToken(keys.refresh), user: readUser() };
}

/**
 * Stores what is given and removes what is null. Returns false, with nothing half written, where the browser
 * refuses (blocked or full).
 */
export function writeStored(stored: Stored): boolean {
  return write([
    [keys.refresh, stored.refreshToken],
    [keys.user, stored.user && JSON.stringify(stored.user)],
    // Last: its presence is what signs in, here and in other tabs.
    [keys.access, stored.accessToken],
  ]);
}

/** Stores refreshed tokens beside the user that is there; returns as above. */
export function writeTokens(accessToken: string, refreshToken: string | null): boolean {
  return write([
    // First: a tab that reads between the two writes goes on with the new access token. The other way round it
    // would find its refresh token gone stale and no newer access token to go on with.
    [keys.access, accessToken],
    [keys.refresh, refreshToken],
  ]);
}

function write(values: readonly (readonly [string, string | null])[]): boolean {
  try {
    for (const [key, value] of values) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    return true;
  } catch {
    clearStored();
    return false;
  }
}

/** Removes tokens and user. Never throws. */
export function clearStored(): void {
  for (const key of Object.values(keys)) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage that cannot be reached holds nothing for us either.
    }
  }
}
