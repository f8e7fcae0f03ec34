import { useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { namesAccount } from './offered.ts';

/** Whether the server has calls for one's own account: some answer that was asked for anyway has named them. */
export function useAccountOffered(): boolean {
  const client = useQueryClient();
  // Answers that nobody looks at are forgotten after a while; what they said is not.
  const named = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      named.current ||= namesAccount(client);
      return named.current;
    },
  );
}
