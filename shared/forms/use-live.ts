import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether this component's script runs. A form written by the server is visible before that; its button waits,
 * so that the browser never sends it by itself.
 */
export function useLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
