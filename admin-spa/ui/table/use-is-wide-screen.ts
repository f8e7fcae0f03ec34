import { useSyncExternalStore } from 'react';

const WIDE_SCREEN = '(min-width: 1400px)';

const query = () => (typeof matchMedia === 'function' ? matchMedia(WIDE_SCREEN) : null);

/** True if lists have room for the columns beyond the specification. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false);
}

function subscribe(changed: () => void): () => void {
  const wide = query();
  wide?.addEventListener('change', changed);
  return () => wide?.removeEventListener('change', changed);
}
