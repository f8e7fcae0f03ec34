import type { User } from '#contract/users.ts';

export type Editable = 'first_name' | 'last_name' | 'phone';

/** What was typed over the fields of a user. */
export type Edits = Readonly<Partial<Record<Editable, string>>>;

/** A user as the server had it, and its version where the server counts them. */
export type Versioned = { readonly user: User; readonly version: number | null };

/** What was typed while an update was on its way is still to be saved. */
export function typedSince(edits: Edits, sent: Readonly<Record<string, string>>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => value !== sent[name]));
}

/**
 * The version an update is made from. A newer one came without being looked at where it changed a field that was
 * being typed over: then it is still the one from before, and the server says what came between.
 */
export function versionOf(edits: Edits, before: Versioned | null, now: Versioned): number | null {
  if (!before) return now.version;
  const names = Object.keys(edits) as Editable[];
  return names.every((name) => before.user[name] === now.user[name]) ? now.version : before.version;
}
