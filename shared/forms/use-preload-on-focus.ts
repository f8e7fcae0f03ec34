import { useEffect } from 'react';

/**
 * Loads what a form needs from the wire when the form is first touched, long before it is sent. The answer goes
 * onto the form; `load` must be the same function on every render.
 */
export function usePreloadOnFocus(load: () => Promise<unknown>): { onFocus: () => void } {
  const start = () => {
    // A failure shows when the form is sent, which asks again.
    load().catch(() => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for whoever typed before the script arrived
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) start();
  }, []);
  return { onFocus: start };
}
