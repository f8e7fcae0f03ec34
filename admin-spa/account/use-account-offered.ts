import { useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { usersLists } from '../users/queries.ts';

/** Whether the server has calls for one's own account: some users list that was asked for anyway has named them. */
export function useAccountOffered(): boolean {
  const client = useQueryClient();
  // Lists that nobody looks at are forgotten after a while; what they said is not.
  const named = useRef(false);
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => {
      named.current ||= client
        .getQueriesData<{ features: string[] }>({ queryKey: usersLists })
        .some(([, answer]) => answer?.features.includes(ACCOUNT_FEATURE));
      return named.current;
    },
  );
}
