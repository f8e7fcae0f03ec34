import { create } from 'zustand';

type ClearDrafts = () => void;

/** Stores with unsaved drafts, each as the function that clears it. */
const useUnsavedStores = create<ReadonlySet<ClearDrafts>>()(() => new Set());

export function setUnsaved(clear: ClearDrafts, { isUnsaved }: { isUnsaved: boolean }): void {
  const others = [...useUnsavedStores.getState()].filter((other) => other !== clear);
  useUnsavedStores.setState(new Set(isUnsaved ? [...others, clear] : others), true);
}

export function useHasUnsaved(): boolean {
  return useUnsavedStores((stores) => stores.size > 0);
}

export function clearDrafts(): void {
  for (const clear of useUnsavedStores.getState()) clear();
}

// Only with drafts, because the listener disables the back/forward cache.
useUnsavedStores.subscribe((stores) => {
  removeEventListener('beforeunload', confirmUnload);
  if (stores.size > 0) addEventListener('beforeunload', confirmUnload);
});

function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
