import type { QueryClient } from '@tanstack/react-query';
import type { FailedPayments } from '#contract/payments/list.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { failedPaymentsKey } from '../payment-queries.ts';

/** In every page that is loaded. Removed rows lower the total. */
export function changeRows(client: QueryClient, change: (rows: FailedPayment[]) => FailedPayment[]): void {
  client.setQueriesData<FailedPayments>({ queryKey: failedPaymentsKey }, (old) => {
    if (!old) return old;
    const payments = change(old.data.payments);
    const removed = old.data.payments.length - payments.length;
    return { ...old, data: { payments }, total: old.total === null ? null : old.total - removed };
  });
}
