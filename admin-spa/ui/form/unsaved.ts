import { create } from 'zustand';

type Drop = () => void;

/** Stores with unsaved drafts, each as the function that clears it. */
const useFilled = create<ReadonlySet<Drop>>()(() => new Set());

export function markUnsaved(drop: Drop, unsaved: boolean): void {
  const others = [...useFilled.getState()].filter((other) => other !== drop);
  useFilled.setState(new Set(unsaved ? [...others, drop] : others), true);
}

export function useUnsaved(): boolean {
  return useFilled((filled) => filled.size > 0);
}

export function dropDrafts(): void {
  for (const drop of useFilled.getState()) drop();
}

// Only with drafts, because the listener disables the back/forward cache.
useFilled.subscribe((filled) => {
  removeEventListener('beforeunload', ask);
  if (filled.size > 0) addEventListener('beforeunload', ask);
});

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
