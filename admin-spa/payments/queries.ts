import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import {
  type FailedPayments,
  failedPayments,
  MONTH,
  PAYMENTS_PER_PAGE,
  type PaymentsQuery,
  paymentAges,
  paymentDeadlines,
  paymentSortKeys,
  paymentStates,
  paymentsQuery,
} from '#contract/payments/list.ts';
import { accesses, type FailedPayment } from '#contract/payments/records.ts';
import type { ListOptions, ListState } from '../ui/list/list-state.ts';
import { pageQuery } from '../ui/list/use-list-page.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

export const paymentPageSizes = [20, 50, PAYMENTS_PER_PAGE] as const;

const filteredListOptions = {
  sizes: paymentPageSizes,
  defaultSize: PAYMENTS_PER_PAGE,
  filters: {
    platform: ['ios', 'android'],
    state: paymentStates,
    age: paymentAges,
    recovered: (value) => MONTH.test(value),
    deadline: paymentDeadlines,
    access: accesses,
    sort: paymentSortKeys,
    order: ['asc', 'desc'],
  },
} as const satisfies ListOptions;

/** Without `payments:filter`, an answer has every failed payment. */
export function paymentListOptions(): ListOptions {
  return can('payments:filter') ? filteredListOptions : { defaultSize: PAYMENTS_PER_PAGE, isWhole: true };
}

/** Begins the key of every page. */
export const failedPaymentsKey = ['payments', 'failed'] as const;
/** Changed by a retry too. */
export const paymentValuesKey = ['payments', 'values'] as const;
export const paymentChecksKey = ['payments', 'checks'] as const;
export const timelineKey = ['payments', 'timeline'] as const;

export function failedPaymentsQuery(state: ListState) {
  const query = toQuery(state);
  return pageQuery({
    queryKey: [...failedPaymentsKey, query],
    load: (signal) => call(failedPayments, Object.keys(query).length === 0 ? { signal } : { signal, query }),
    rowsOf: ({ data }) => data.payments,
    withRows: (answer, payments) => ({ ...answer, data: { payments: [...payments] } }),
  });
}

/** Leaves out what a list without parameters has anyway. */
function toQuery({ keyword, page, pageSize, filters }: ListState): PaymentsQuery {
  return v.parse(paymentsQuery, {
    ...(keyword && { keyword }),
    ...(page > 1 && { page }),
    ...(pageSize !== PAYMENTS_PER_PAGE && { pageSize }),
    ...filters,
  });
}

/** In every page that is loaded. Removed rows lower the total. */
export function changeRows(client: QueryClient, change: (rows: FailedPayment[]) => FailedPayment[]): void {
  client.setQueriesData<FailedPayments>({ queryKey: failedPaymentsKey }, (old) => {
    if (!old) return old;
    const payments = change(old.data.payments);
    const removed = old.data.payments.length - payments.length;
    return { ...old, data: { payments }, total: old.total === null ? null : old.total - removed };
  });
}
