import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in HTML from the server until React hydrates it, so that no browser sends the form itself. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
