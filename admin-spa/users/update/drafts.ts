import { create } from 'zustand';
import { markUnsaved } from '../../ui/form/unsaved.ts';
import type { Edits, Versioned } from './edits.ts';

/** What was typed on one user and is not saved yet, and what the server had when the typing began. */
export type Draft = { readonly edits: Edits; readonly before: Versioned | null };

const nothing: Draft = { edits: {}, before: null };

/** By the user's id: a form that is left keeps what was typed until one comes back, signs out or closes the page. */
const useDrafts = create<Readonly<Record<string, Draft>>>()(() => ({}));

/** The draft of one user, and the way to change it. */
export function useDraft(userId: string) {
  const draft = useDrafts((drafts) => drafts[userId] ?? nothing);
  const change = (changed: (draft: Draft) => Draft) => {
    const { [userId]: now = nothing, ...others } = useDrafts.getState();
    const next = changed(now);
    useDrafts.setState(isEmpty(next.edits) ? others : { ...others, [userId]: next }, true);
  };
  return [draft, change] as const;
}

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0;
}

useDrafts.subscribe((drafts) => markUnsaved(drop, Object.keys(drafts).length > 0));

function drop(): void {
  useDrafts.setState({}, true);
}
