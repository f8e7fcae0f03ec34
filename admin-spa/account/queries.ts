import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAccount } from '#contract/account.ts';
import { newestUsersQuery } from '../users/queries.ts';
import { hasAccountFeature } from './account-feature.ts';

/** Null if the server lacks the feature. Loads one answer to find out, if there is none yet. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) => {
    if (!hasAccountFeature(client)) await client.query(newestUsersQuery);
    return hasAccountFeature(client) ? (await call(readAccount, { signal })).data : null;
  },
});
