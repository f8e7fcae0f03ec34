import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';

/** Notifies once for each failure. */
export function useErrorToast(error: Error | null, failedAt: number, words = error?.message): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message may fail again, at another time
  useEffect(() => {
    if (error && words) toast.error(words);
  }, [error, failedAt]);
}
