import type { SignedInUser } from '#contract/authentication.ts';

/** Compares ids if both have one, else emails. */
export function isSameUser(before: SignedInUser | null, now: SignedInUser | null): boolean {
  if (!before || !now) return false;
  if (before.id !== null && now.id !== null) return String(before.id) === String(now.id);
  return before.email?.toLowerCase() === now.email?.toLowerCase();
}
