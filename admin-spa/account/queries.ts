import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAccount } from '#contract/account.ts';
import { newestUsers } from '../users/queries.ts';
import { namesAccount } from './offered.ts';

/** The user and their sessions; null where the server has no such calls. Where no answer has said so yet, one is loaded. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }) => {
    if (!namesAccount(client)) await client.query(newestUsers);
    return namesAccount(client) ? (await call(readAccount, { signal })).data : null;
  },
});
