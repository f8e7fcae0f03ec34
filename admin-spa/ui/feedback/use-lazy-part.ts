import { useEffect, useState } from 'react';

/**
 * Loads an optional part of a screen. Null until it has loaded; a failure leaves it out until the screen is opened
 * again. `load` is always the same function.
 */
export function useLazyPart<Part extends object>(
  load: () => Promise<Part>,
  { isWanted }: { isWanted: boolean },
): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load]);
  return part;
}
