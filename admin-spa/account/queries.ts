import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAccount } from '#contract/account.ts';
import { listAppKeys } from '#contract/app/keys.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call(readAccount, { signal })).data,
});

/** It needs `app-keys:manage`. */
export const appKeysQuery = queryOptions({
  queryKey: ['app-keys'],
  queryFn: ({ signal }) => call(listAppKeys, { signal }),
});
