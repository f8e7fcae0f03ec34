import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import {
  type FailedPayments,
  failedPayments,
  MONTH,
  PAYMENTS_PER_PAGE,
  type PaymentSortKey,
  type PaymentsQuery,
  type PaymentView,
  paymentAges,
  paymentDeadlines,
  paymentSortKeys,
  paymentStates,
  paymentsQuery,
  paymentViews,
} from '#contract/payments/list.ts';
import { accesses, type FailedPayment, retryResults } from '#contract/payments/records.ts';
import type { Filters, ListOptions, ListState } from '../ui/list/list-state.ts';
import { pageQuery } from '../ui/list/use-list-page.ts';
import { reloadPending } from '../ui/reload-pending.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

export const paymentPageSizes = [20, 50, PAYMENTS_PER_PAGE] as const;

const filteredListOptions = {
  sizes: paymentPageSizes,
  defaultSize: PAYMENTS_PER_PAGE,
  filters: {
    view: paymentViews,
    platform: ['ios', 'android'],
    state: paymentStates,
    age: paymentAges,
    recovered: (value) => MONTH.test(value),
    deadline: paymentDeadlines,
    access: accesses,
    retry: (value) => /^[1-9]\d{0,8}$/.test(value),
    result: retryResults,
    order: ['asc', 'desc'],
  },
} as const satisfies ListOptions;

/** Without `people:read` the list is neither searched nor sorted by the customer. */
export function sortKeys(): readonly PaymentSortKey[] {
  return can('people:read') ? paymentSortKeys : paymentSortKeys.filter((key) => key !== 'email');
}

/** Without `payments:filter`, an answer has every failed payment. */
export function paymentListOptions(): ListOptions {
  if (!can('payments:filter')) return { defaultSize: PAYMENTS_PER_PAGE, isWhole: true };
  return {
    ...filteredListOptions,
    filters: { ...filteredListOptions.filters, sort: sortKeys() },
    hasSearch: can('people:read'),
  };
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
    rowsOf: ({ data }: FailedPayments) => data.payments,
    withRows: (answer, payments) => ({ ...answer, data: { payments: [...payments] } }),
  });
}

/** Leaves out what a list without parameters has anyway. */
function toQuery(state: ListState): PaymentsQuery {
  const { page, pageSize } = state;
  return v.parse(paymentsQuery, {
    ...selectedBy(state),
    ...(page > 1 && { page }),
    ...(pageSize !== PAYMENTS_PER_PAGE && { pageSize }),
  });
}

/** What the rows of a list have in common, also for an export and a retry of all of them. */
export function selectedBy(state: ListState): Record<string, string> {
  const view = can('payments:filter') ? viewOf(state) : null;
  return { ...(state.keyword && { keyword: state.keyword }), ...state.filters, ...(view && { view }) };
}

/** Nothing is asked of the list but its order: then it opens with what can be worked on. */
export function isBareList({ keyword, filters }: ListState): boolean {
  const { sort: _sort, order: _order, ...others } = filters;
  return keyword === '' && Object.keys(others).length === 0;
}

/**
 * The view of an address: a search or a filter alone looks in all. Null for the payments of one retry, which are in
 * several views.
 */
export function viewOf(state: ListState): PaymentView | null {
  const { view, retry } = state.filters;
  const named = paymentViews.find((name) => name === view);
  if (named) return named;
  if (retry !== undefined) return null;
  if (isListOfRecovered(state.filters)) return 'recovered';
  return isBareList(state) ? 'to_check' : 'all';
}

export function isListOfRecovered({ view, state, recovered, retry, result }: Filters): boolean {
  if (view) return view === 'recovered';
  if (retry) return result === 'recovered';
  return state ? state === 'recovered' : recovered !== undefined;
}

/** In every page that is loaded. Removed rows lower the total. */
export function changeRows(client: QueryClient, change: (rows: FailedPayment[]) => FailedPayment[]): void {
  client.setQueriesData<FailedPayments>({ queryKey: failedPaymentsKey }, (old) => {
    if (!old) return old;
    const payments = change(old.data.payments);
    const removed = old.data.payments.length - payments.length;
    return { ...old, data: { payments }, total: old.total === null ? null : old.total - removed };
  });
  reloadPending(client, failedPaymentsKey);
}
