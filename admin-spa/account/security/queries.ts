import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { refreshAddress } from '#client/address.ts';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { refresh } from '#client/refresh.ts';
import { readSecurity } from '#contract/second-factor.ts';

export type SecurityState = v.InferOutput<typeof readSecurity.answer>['data'];

/** It needs `security:manage`. */
export const securityQuery = queryOptions({
  queryKey: ['account', 'security'],
  queryFn: async ({ signal }) => (await call(readSecurity, { signal })).data,
});

/** After a change: a first factor may open the rest of the console, which the next capabilities say. */
export function showChangedSecurity(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: securityQuery.queryKey });
  // A failure shows as that of the session.
  if (can('security:required')) refresh(refreshAddress).catch(() => undefined);
}
