import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';

/** Notifies once for each failure. */
export function useErrorToast(error: Error | null, failedAt: number, message = error?.message): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message may fail again, at another time
  useEffect(() => {
    if (error && message) toast.error(message);
  }, [error, failedAt]);
}
