import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAccount } from '#contract/account.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call(readAccount, { signal })).data,
});
