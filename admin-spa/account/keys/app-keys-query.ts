import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listAppKeys } from '#contract/app/keys.ts';

/** It needs `app-keys:manage`. */
export const appKeysQuery = queryOptions({
  queryKey: ['app-keys'],
  queryFn: ({ signal }) => call(listAppKeys, { signal }),
});
