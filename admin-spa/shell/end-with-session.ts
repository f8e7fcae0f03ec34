import { useSession } from '#client/session.ts';
import type { StoredUser } from '#client/storage.ts';
import type { SignedInUser } from '#contract/authentication.ts';
import { isOfSpecification } from '#contract/capabilities.ts';

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

/** Whether the user may no longer make one of the specification's calls, as with another role. */
export function seesLess(now: StoredUser | null, before: StoredUser | null): boolean {
  const allowed = now?.capabilities;
  if (!allowed) return false;
  return (before?.capabilities ?? []).some((one) => isOfSpecification(one) && !allowed.includes(one));
}
