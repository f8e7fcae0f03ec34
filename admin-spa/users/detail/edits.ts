import { create } from 'zustand';
import { userMessages } from '#contract/messages.ts';
import type { User } from '#contract/users/records.ts';
import { setUnsaved } from '../../ui/form/unsaved.ts';

export type EditableField = 'first_name' | 'last_name' | 'phone';

export type Edits = Readonly<Partial<Record<EditableField, string>>>;

/** `version` is null if the server does not count changes. */
export type VersionedUser = { readonly user: User; readonly version: number | null };

/** Edits made during a save are still unsaved. */
export function unsavedEdits(edits: Edits, sent: Readonly<Record<string, string>>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => value !== sent[name]));
}

/**
 * Returns the version to send. If a newer answer changed a field that was being edited, it is the older version, so that the
 * server reports the conflict.
 */
export function baseVersion(edits: Edits, before: VersionedUser | null, now: VersionedUser): number | null {
  if (!before) return now.version;
  const names = Object.keys(edits) as EditableField[];
  return names.every((name) => before.user[name] === now.user[name]) ? now.version : before.version;
}

/** Holds unsaved edits, and the user as loaded when the editing began. */
type Draft = { readonly edits: Edits; readonly before: VersionedUser | null };

const emptyDraft: Draft = { edits: {}, before: null };

/** Holds a draft by user id, until it is saved, the administrator signs out or the page is closed. */
const useDrafts = create<Readonly<Record<string, Draft>>>()(() => ({}));

export function useDraft(userId: string) {
  const draft = useDrafts((drafts) => drafts[userId] ?? emptyDraft);
  const change = (changed: (draft: Draft) => Draft) => {
    const { [userId]: now = emptyDraft, ...others } = useDrafts.getState();
    const next = changed(now);
    useDrafts.setState(isEmpty(next.edits) ? others : { ...others, [userId]: next }, true);
  };
  return [draft, change] as const;
}

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0;
}

useDrafts.subscribe((drafts) => setUnsaved(clear, { isUnsaved: Object.keys(drafts).length > 0 }));

function clear(): void {
  useDrafts.setState({}, true);
}

type Field = keyof typeof userMessages;
type Values = Readonly<Partial<Record<Field, string>>>;

const fieldOrder: readonly Field[] = ['first_name', 'last_name', 'email', 'phone'];

/** Checks in the specification's order; null if every rule is met. */
export function firstValidationError(values: Values): { field: Field; message: string } | null {
  const field = fieldOrder.find((name) => (values[name] ?? '').trim() === '');
  return field ? { field, message: userMessages[field] } : null;
}
