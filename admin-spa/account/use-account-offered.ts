import { useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { namesAccount } from './offered.ts';

/** Whether any answer has named the feature. */
export function useAccountOffered(): boolean {
  const client = useQueryClient();
  // The cache drops unused answers after a while.
  const named = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      named.current ||= namesAccount(client);
      return named.current;
    },
  );
}
