import { create } from 'zustand';
import type { Edits, Versioned } from './edits.ts';

/** What was typed on one user and is not saved yet, and what the server had when the typing began. */
export type Draft = { readonly edits: Edits; readonly before: Versioned | null };

const nothing: Draft = { edits: {}, before: null };

/** By the user's id: a form that is left keeps what was typed until one comes back, signs out or closes the page. */
const useDrafts = create<Readonly<Record<string, Draft>>>()(() => ({}));

/** Whether anything is typed that is not saved yet. */
export function useUnsaved(): boolean {
  return useDrafts((drafts) => Object.keys(drafts).length > 0);
}

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

/** Nobody comes back to them. */
export function dropDrafts(): void {
  useDrafts.setState({}, true);
}

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0;
}

// The browser asks before a page with drafts is closed or reloaded, and only then.
useDrafts.subscribe((drafts) => {
  removeEventListener('beforeunload', ask);
  if (Object.keys(drafts).length > 0) addEventListener('beforeunload', ask);
});

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
