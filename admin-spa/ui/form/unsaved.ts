import { useEffect } from 'react';
import { create } from 'zustand';

type ClearDrafts = () => void;

/** The stores with unsaved drafts, each as the function that clears it. */
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

// Only drafts need the listener: it disables the back/forward cache. It is not removed and added again,
// because a draft may be stored during the event itself.
useUnsavedStores.subscribe((stores) => {
  if (stores.size > 0) addEventListener('beforeunload', confirmUnload);
  else removeEventListener('beforeunload', confirmUnload);
});

function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Logout and the end of the page ask while the form is unsaved. Its draft is stored elsewhere. */
export function useUnsavedForm({ isUnsaved }: { isUnsaved: boolean }): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const clear = () => setUnsaved(clear, { isUnsaved: false });
    setUnsaved(clear, { isUnsaved: true });
    return clear;
  }, [isUnsaved]);
}
