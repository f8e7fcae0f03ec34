import { create } from 'zustand';
import type { SignedInUser } from '#contract/authentication.ts';
import { clearStored, readStored, type Stored, writeStored, writeTokens } from './storage.ts';
import { keys } from './storage-keys.ts';

export type Tokens = { readonly accessToken: string; readonly refreshToken: string | null };

/** A copy for components. Storage is the source of truth. */
export const useSession = create<Stored>()(() => readStored());

function mirror(): void {
  useSession.setState(readStored(), true);
}

/** Returns false if the browser refuses to store it. */
export function startSession(tokens: Tokens, user: SignedInUser): boolean {
  const stored = writeStored({ ...tokens, user });
  mirror();
  return stored;
}

export function endSession(): void {
  clearStored();
  mirror();
}

/** Keeps the user for the sign-in form. */
export function dropTokens(): void {
  writeStored({ accessToken: null, refreshToken: null, user: readStored().user });
  mirror();
}

/** Returns false without storing if storage has changed since `before`: another tab or a sign-out wins. */
export function replaceTokens(before: Stored, tokens: Tokens): boolean {
  const now = readStored();
  if (now.accessToken !== before.accessToken || now.refreshToken !== before.refreshToken) return false;
  const stored = writeTokens(tokens.accessToken, tokens.refreshToken);
  mirror();
  return stored;
}

/** Returns the function that stops it. Pages in the back/forward cache miss storage events: hence `pageshow`. */
export function followOtherTabs(): () => void {
  const names: readonly string[] = Object.values(keys);
  const follow = (event: StorageEvent) => {
    // `localStorage.clear()` sends a null key.
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
