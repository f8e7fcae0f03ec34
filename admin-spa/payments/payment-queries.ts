import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import {
  type FailedPayments,
  failedPayments,
  MONTH,
  PAYMENTS_PER_PAGE,
  type PaymentsQuery,
  paymentAges,
  paymentDeadlines,
  paymentFeatures,
  paymentSortKeys,
  paymentStates,
  paymentsQuery,
} from '#contract/payments/list.ts';
import { accesses } from '#contract/payments/records.ts';
import { type Filters, LIST_KEPT_MS, type ListOptions, type ListState } from '../ui/list/list-state.ts';

/** The specification's text. */
export const PAYMENTS_FAILURE = 'Failed to load failed payments. Please try again.';

export const paymentListOptions = {
  sizes: [20, 50, PAYMENTS_PER_PAGE],
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

/** Begins the key of every page. */
export const failedPaymentsKey = ['payments', 'failed'] as const;
/** Changed by a retry too. */
export const paymentValuesKey = ['payments', 'values'] as const;
export const paymentChecksKey = ['payments', 'checks'] as const;
export const timelineKey = ['payments', 'timeline'] as const;

export const failedPaymentsQuery = (state: ListState) =>
  queryOptions({
    queryKey: [...failedPaymentsKey, toQuery(state)],
    gcTime: LIST_KEPT_MS,
    queryFn: ({ signal, client }) => loadFailedPayments(client, state, signal),
    // Such a list asks itself, without a move of the rows: `useLiveRows`.
    refetchOnMount: ({ state: { data } }) => !data || !hasFeature(data, 'filters'),
  });

/** Asks a provider whose features are unknown for the plain list first. */
export async function loadFailedPayments(
  client: QueryClient,
  state: ListState,
  signal: AbortSignal,
): Promise<FailedPayments> {
  const wanted = toQuery(state);
  if (isEmpty(wanted)) return call(failedPayments, { signal });
  const known = knownFeatures(client);
  const first = known ? null : await call(failedPayments, { signal });
  if (first) client.setQueryData([...failedPaymentsKey, {}], first);
  const sent = offered(state, known ?? first?.features ?? []);
  if (isEmpty(sent)) return first ?? call(failedPayments, { signal });
  return call(failedPayments, { signal, query: sent });
}

export function hasFeature(
  { features }: { readonly features: readonly string[] },
  name: keyof typeof paymentFeatures,
): boolean {
  return features.includes(paymentFeatures[name]);
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

/** Nothing is sent that no answer of the provider has named. */
function offered(state: ListState, features: readonly string[]): PaymentsQuery {
  const has = (name: keyof typeof paymentFeatures) => hasFeature({ features }, name);
  if (!has('filters')) return state.page > 1 && has('pages') ? { page: state.page } : {};
  const offers = { deadlines: has('deadlines'), standing: has('standing') };
  return toQuery({ ...state, filters: withoutUnknown(state.filters, offers) });
}

/** Leaves out the filters and the order that the provider does not have. */
export function withoutUnknown(
  chosen: Filters,
  { deadlines, standing }: { deadlines: boolean; standing: boolean },
): Filters {
  const unknown = [
    ...(deadlines || chosen.sort !== 'deadline' ? [] : ['sort', 'order']),
    ...(standing ? [] : ['deadline', 'access']),
  ];
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !unknown.includes(name)));
}

/** By the last answer; undefined without one. */
export function knownFeatures(client: QueryClient): readonly string[] | undefined {
  const answers = client.getQueriesData<FailedPayments>({ queryKey: failedPaymentsKey });
  return answers.find(([, answer]) => answer !== undefined)?.[1]?.features;
}

function isEmpty(query: PaymentsQuery): boolean {
  return Object.keys(query).length === 0;
}
