import { create } from 'zustand';
import { setUnsaved } from '../../ui/form/unsaved.ts';
import type { Edits, VersionedUser } from './edits.ts';

/** Unsaved edits, and the user as loaded when the editing began. */
export type Draft = { readonly edits: Edits; readonly before: VersionedUser | null };

const emptyDraft: Draft = { edits: {}, before: null };

/** By user id. Kept until saved, signed out or the page is closed. */
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
