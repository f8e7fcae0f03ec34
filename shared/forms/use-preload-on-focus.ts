import { useEffect } from 'react';

/** Returns props for the form. `load` must be the same function on every render. */
export function usePreloadOnFocus(load: () => Promise<unknown>): { onFocus: () => void } {
  const start = () => {
    // Sending the form loads again and shows the failure.
    load().catch(() => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a form that was focused before the script arrived
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) start();
  }, []);
  return { onFocus: start };
}
