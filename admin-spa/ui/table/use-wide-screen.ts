import { useSyncExternalStore } from 'react';

/** The widest of the layout's breakpoints: from here on lists have room for more columns. */
const WIDE_SCREEN = '(min-width: 1400px)';

const query = () => (typeof matchMedia === 'function' ? matchMedia(WIDE_SCREEN) : null);

/** Whether lists show the columns that go beyond the specification's. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false);
}

function subscribe(changed: () => void): () => void {
  const wide = query();
  wide?.addEventListener('change', changed);
  return () => wide?.removeEventListener('change', changed);
}
