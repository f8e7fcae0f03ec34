import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAccount } from '#contract/account.ts';
import { newestUsers } from '../users/queries.ts';
import { namesAccount } from './offered.ts';

/** Null if the server lacks the feature. Loads one answer to find out, if there is none yet. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) => {
    if (!namesAccount(client)) await client.query(newestUsers);
    return namesAccount(client) ? (await call(readAccount, { signal })).data : null;
  },
});
