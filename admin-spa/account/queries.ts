import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { ACCOUNT_FEATURE, readAccount } from '#contract/account.ts';
import { hasFeature } from '../shell/features.ts';
import { newestUsersQuery } from '../users/queries.ts';

/** Loads one answer to find out, if there is none yet. */
export async function findFeature(client: QueryClient, feature: string): Promise<boolean> {
  if (!hasFeature(client, feature)) await client.query(newestUsersQuery);
  return hasFeature(client, feature);
}

/** Null if the server lacks the feature. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) =>
    (await findFeature(client, ACCOUNT_FEATURE)) ? (await call(readAccount, { signal })).data : null,
});
