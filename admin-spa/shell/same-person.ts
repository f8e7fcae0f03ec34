import type { SignedInUser } from '#contract/authentication.ts';

/** Whether two stored users are one person: by id where both have one, else by e-mail. */
export function isSamePerson(before: SignedInUser | null, now: SignedInUser | null): boolean {
  if (!before || !now) return false;
  if (before.id !== null && now.id !== null) return String(before.id) === String(now.id);
  return before.email?.toLowerCase() === now.email?.toLowerCase();
}
