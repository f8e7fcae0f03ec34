import { useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { namesAccount } from './offered.ts';

/** Whether the server has calls for one's own account: an answer to another call has named them. */
export function useAccountOffered(): boolean {
  const client = useQueryClient();
  // The cache drops unused answers after a while. What they named stays true.
  const named = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      named.current ||= namesAccount(client);
      return named.current;
    },
  );
}
