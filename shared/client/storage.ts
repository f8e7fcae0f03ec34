import { type SignedInUser, signedInUser } from '#contract/authentication.ts';
import { asObject, toTexts } from '#contract/schema/coerce.ts';
import { storageKeys } from './storage-keys.ts';

export type StoredUser = SignedInUser & {
  /** Null until the provider was asked. */
  readonly capabilities: readonly string[] | null;
};

export type StoredSession = {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly user: StoredUser | null;
};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) || null;
  } catch {
    // Blocked storage counts as empty.
    return null;
  }
}

function readUser(): StoredUser | null {
  try {
    const stored: unknown = JSON.parse(read(storageKeys.user) ?? 'null');
    const user = signedInUser.read(stored);
    const { capabilities } = asObject(stored);
    return user && { ...user, capabilities: Array.isArray(capabilities) ? toTexts(capabilities) : null };
  } catch {
    // Invalid JSON. The user is only displayed, the tokens decide.
    return null;
  }
}

/** Never throws. Not cached, because other tabs write too. */
export function readStoredSession(): StoredSession {
  return {
    accessToken: read(storageKeys.access),
    refreshToken: read(storageKeys.refresh),
    user: readUser(),
  };
}

/** Removes null values. Returns false, with nothing half written, if the browser refuses. */
export function writeStoredSession(stored: StoredSession): boolean {
  return write([
    [storageKeys.refresh, stored.refreshToken],
    [storageKeys.user, stored.user && JSON.stringify(stored.user)],
    // Last, because its presence signs in, here and in other tabs.
    [storageKeys.access, stored.accessToken],
  ]);
}

export function writeStoredTokens(accessToken: string, refreshToken: string | null): boolean {
  return write([
    // First: docs/decisions/0006.
    [storageKeys.access, accessToken],
    [storageKeys.refresh, refreshToken],
  ]);
}

/** A storage that is full keeps the old user: the tokens decide. */
export function writeStoredUser(user: StoredUser): void {
  try {
    localStorage.setItem(storageKeys.user, JSON.stringify(user));
  } catch {
    // Nothing is lost but what a next refresh says again.
  }
}

function write(values: readonly (readonly [string, string | null])[]): boolean {
  try {
    for (const [key, value] of values) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    return true;
  } catch {
    clearStoredSession();
    return false;
  }
}

export function clearStoredSession(): void {
  for (const key of Object.values(storageKeys)) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Blocked: it holds nothing.
    }
  }
}
