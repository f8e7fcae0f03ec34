import { useEffect } from 'react';

/**
 * Loads the code of a form's calls when the form gets the focus, before it is sent. The result is spread onto the
 * form. `load` must be the same function on every render.
 */
export function usePreloadOnFocus(load: () => Promise<unknown>): { onFocus: () => void } {
  const start = () => {
    // A failure shows when the form is sent, which asks again.
    load().catch(() => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a form that was focused before the script arrived
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) start();
  }, []);
  return { onFocus: start };
}
