import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { ACCOUNT_FEATURE, readAccount } from '#contract/account.ts';
import { prefetch } from '../prefetch.ts';
import { newestUsers } from '../users/queries.ts';

/** Who is signed in and where; null where the server has no such extra, which the users list says. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) => {
    const { features } = await client.query({ ...newestUsers, staleTime: 'static' });
    return features.includes(ACCOUNT_FEATURE) ? (await call(readAccount, { signal })).data : null;
  },
});

export function prefetchAccount(client: QueryClient): void {
  prefetch(client, account);
}
