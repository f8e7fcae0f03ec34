import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { readListState } from '../ui/list/list-state.ts';
import { failedPaymentsQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.payments,
  title: 'Payment Recovery',
  load: async () => (await import('./PaymentRecovery.tsx')).PaymentRecovery,
  prefetch: (_, search) => prefetch(failedPaymentsQuery(readListState(search).page)),
};
