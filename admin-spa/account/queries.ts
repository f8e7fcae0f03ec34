import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { ACCOUNT_FEATURE, readAccount } from '#contract/account.ts';
import { hasFeature } from '../shell/features.ts';
import { newestUsersQuery } from '../users/queries.ts';

/** Null if the server lacks the feature. Loads one answer to find out, if there is none yet. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) => {
    if (!hasFeature(client, ACCOUNT_FEATURE)) await client.query(newestUsersQuery);
    return hasFeature(client, ACCOUNT_FEATURE) ? (await call(readAccount, { signal })).data : null;
  },
});
