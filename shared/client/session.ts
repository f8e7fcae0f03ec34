import { create } from 'zustand';
import type { SignedInUser } from '#contract/authentication.ts';
import { clearStored, readStored, type Stored, writeStored, writeTokens } from './storage.ts';
import { keys } from './storage-keys.ts';

export type Tokens = { readonly accessToken: string; readonly refreshToken: string | null };

/** The session as components see it: a mirror of the browser's storage, which stays the truth. */
export const useSession = create<Stored>()(() => readStored());

/** Takes over what is stored now; components follow. */
function mirror(): void {
  useSession.setState(readStored(), true);
}

/** Stores a sign-in. Returns false where the browser does not let this site store anything. */
export function startSession(tokens: Tokens, user: SignedInUser): boolean {
  const stored = writeStored({ ...tokens, user });
  mirror();
  return stored;
}

/** Forgets tokens and user. */
export function endSession(): void {
  clearStored();
  mirror();
}

/** Forgets the tokens after a failed refresh; the user stays, so that the sign-in form knows who was here. */
export function dropTokens(): void {
  writeStored({ accessToken: null, refreshToken: null, user: readStored().user });
  mirror();
}

/**
 * Stores refreshed tokens, unless storage changed since `before` was read: signing out, or another tab, wins.
 * Returns whether they were stored.
 */
export function replaceTokens(before: Stored, tokens: Tokens): boolean {
  const now = readStored();
  if (now.accessToken !== before.accessToken || now.refreshToken !== before.refreshToken) return false;
  const stored = writeTokens(tokens.accessToken, tokens.refreshToken);
  mirror();
  return stored;
}

/**
 * Keeps the session in step with other tabs; returns the function that stops it. A page in the back/forward cache
 * misses their events, so it looks again when it is shown.
 */
export function followOtherTabs(): () => void {
  const names: readonly string[] = Object.values(keys);
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === null || names.includes(event.key)) mirror();
  };
  const lookAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) mirror();
  };
  addEventListener('storage', follow);
  addEventListener('pageshow', lookAgain);
  return () => {
    removeEventListener('storage', follow);
    removeEventListener('pageshow', lookAgain);
  };
}
