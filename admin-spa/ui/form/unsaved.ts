import { create } from 'zustand';

/** Empties one kind of drafts. */
type Drop = () => void;

/** The kinds of drafts that hold something now, each known by the way to empty it. */
const useFilled = create<ReadonlySet<Drop>>()(() => new Set());

/** Says whether a kind of drafts holds something that is not saved yet. */
export function markUnsaved(drop: Drop, unsaved: boolean): void {
  const others = [...useFilled.getState()].filter((other) => other !== drop);
  useFilled.setState(new Set(unsaved ? [...others, drop] : others), true);
}

/** Whether anything is typed that is not saved yet, on any screen. */
export function useUnsaved(): boolean {
  return useFilled((filled) => filled.size > 0);
}

/** Empties every kind of drafts. */
export function dropDrafts(): void {
  for (const drop of useFilled.getState()) drop();
}

// The browser asks before a page with drafts is closed or reloaded, and only then.
useFilled.subscribe((filled) => {
  removeEventListener('beforeunload', ask);
  if (filled.size > 0) addEventListener('beforeunload', ask);
});

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
