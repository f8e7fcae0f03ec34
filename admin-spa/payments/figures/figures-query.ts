import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readRecoveryFigures } from '#contract/payments/figures.ts';

/** Only if the provider offers them. */
export const recoveryFiguresQuery = queryOptions({
  queryKey: ['payments', 'figures'],
  queryFn: ({ signal }) => call(readRecoveryFigures, { signal }),
});
