import { useSession } from '#client/session.ts';
import type { SignedInUser } from '#contract/authentication.ts';

/** Calls `clear` at sign-out, and for another person. */
export function endWithSession(clear: () => void): void {
  useSession.subscribe(({ accessToken, user }, before) => {
    const isSignedOut = accessToken === null && user === null;
    const isOther = user !== null && before.user !== null && !isSameUser(before.user, user);
    if (isSignedOut || isOther) clear();
  });
}

/** Compares ids if both have one, else emails. */
export function isSameUser(before: SignedInUser | null, now: SignedInUser | null): boolean {
  if (!before || !now) return false;
  if (before.id !== null && now.id !== null) return String(before.id) === String(now.id);
  return before.email?.toLowerCase() === now.email?.toLowerCase();
}
