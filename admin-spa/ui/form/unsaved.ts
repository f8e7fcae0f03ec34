import { create } from 'zustand';

type ClearDrafts = () => void;

/** Stores with unsaved drafts, each as the function that clears it. */
const useUnsavedStores = create<ReadonlySet<ClearDrafts>>()(() => new Set());

export function setUnsaved(clear: ClearDrafts, { isUnsaved }: { isUnsaved: boolean }): void {
  const others = [...useUnsavedStores.getState()].filter((other) => other !== clear);
  useUnsavedStores.setState(new Set(isUnsaved ? [...others, clear] : others), true);
}

export function hasUnsaved(): boolean {
  return useUnsavedStores.getState().size > 0;
}

export function useHasUnsaved(): boolean {
  return useUnsavedStores((stores) => stores.size > 0);
}

export function clearDrafts(): void {
  for (const clear of useUnsavedStores.getState()) clear();
}

// Only with drafts, because the listener disables the back/forward cache. Never removed and added again, because a draft
// may be stored during the event itself.
useUnsavedStores.subscribe((stores) => {
  if (stores.size > 0) addEventListener('beforeunload', confirmUnload);
  else removeEventListener('beforeunload', confirmUnload);
});

function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
