import { create } from 'zustand';
import {
  clearStoredSession,
  readStoredSession,
  type StoredSession,
  type StoredUser,
  writeStoredSession,
  writeStoredTokens,
  writeStoredUser,
} from './storage.ts';
import { storageKeys } from './storage-keys.ts';

export type Tokens = { readonly accessToken: string; readonly refreshToken: string | null };

/** Stands for a user whose record was not stored. */
const unknownUser = { id: null, first_name: null, last_name: null, email: '', role: null };

/** A copy for components. Storage is the source of truth. */
export const useSession = create<StoredSession>()(() => readStoredSession());

function syncFromStorage(): void {
  useSession.setState(withCapabilities(readStoredSession()), true);
}

/** A tab of an older build stores the user without capabilities, and a full storage has no room for them. */
function withCapabilities(stored: StoredSession): StoredSession {
  const { user } = stored;
  const before = useSession.getState().user;
  if (!user || user.capabilities || !before || String(before.id) !== String(user.id)) return stored;
  return { ...stored, user: { ...user, capabilities: before.capabilities } };
}

/** Returns false if the browser refuses to store it. */
export function startSession(tokens: Tokens, user: StoredUser): boolean {
  const stored = writeStoredSession({ ...tokens, user });
  syncFromStorage();
  return stored;
}

export function endSession(): void {
  clearStoredSession();
  syncFromStorage();
}

/** Keeps the user for the sign-in form. */
export function clearTokens(): void {
  writeStoredSession({ accessToken: null, refreshToken: null, user: readStoredSession().user });
  syncFromStorage();
}

/**
 * Returns false without storing if storage has changed since `before`: another tab or a sign-out wins. Null
 * `capabilities`: the provider did not say.
 */
export function replaceTokens(
  before: StoredSession,
  tokens: Tokens,
  capabilities: readonly string[] | null,
): boolean {
  const current = readStoredSession();
  if (current.accessToken !== before.accessToken || current.refreshToken !== before.refreshToken)
    return false;
  const stored = writeStoredTokens(tokens.accessToken, tokens.refreshToken);
  const now = readStoredSession();
  // Another tab may have signed in or out since.
  if (stored && now.accessToken === tokens.accessToken) {
    const user = {
      ...(now.user ?? unknownUser),
      capabilities: capabilities ?? useSession.getState().user?.capabilities ?? [],
    };
    writeStoredUser(user);
    useSession.setState({ ...now, user }, true);
  }
  syncFromStorage();
  return stored;
}

/** Returns the function that stops it. Pages in the back/forward cache miss storage events: hence `pageshow`. */
export function syncWithOtherTabs(): () => void {
  const known: readonly string[] = Object.values(storageKeys);
  const onStorage = (event: StorageEvent) => {
    // `localStorage.clear()` sends a null key.
    if (event.key === null || known.includes(event.key)) syncFromStorage();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) syncFromStorage();
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onPageShow);
  };
}
