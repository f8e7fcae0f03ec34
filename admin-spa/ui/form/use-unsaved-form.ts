import { useEffect } from 'react';
import { setUnsaved } from './unsaved.ts';

/** Logout and the end of the page ask while the form is unsaved. Its draft is kept apart from this. */
export function useUnsavedForm({ isUnsaved }: { isUnsaved: boolean }): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const clear = () => setUnsaved(clear, { isUnsaved: false });
    setUnsaved(clear, { isUnsaved: true });
    return clear;
  }, [isUnsaved]);
}
