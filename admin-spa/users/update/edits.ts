import type { User } from '#contract/users/records.ts';

export type EditableField = 'first_name' | 'last_name' | 'phone';

export type Edits = Readonly<Partial<Record<EditableField, string>>>;

/** `version` is null if the server does not count changes. */
export type VersionedUser = { readonly user: User; readonly version: number | null };

/** Edits made during a save are still unsaved. */
export function unsavedEdits(edits: Edits, sent: Readonly<Record<string, string>>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => value !== sent[name]));
}

/**
 * The version to send. If a newer answer changed a field that was being edited, it is the older version, so that the
 * server reports the conflict.
 */
export function baseVersion(edits: Edits, before: VersionedUser | null, now: VersionedUser): number | null {
  if (!before) return now.version;
  const names = Object.keys(edits) as EditableField[];
  return names.every((name) => before.user[name] === now.user[name]) ? now.version : before.version;
}
