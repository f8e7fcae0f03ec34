import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import {
  listRefundRequests,
  REFUNDS_PER_PAGE,
  type RefundRequest,
  type RefundRules,
  type RefundsQuery,
  type RefundView,
  readRefundFigures,
  readRefundRequest,
  refundsQuery as refundsParameters,
  refundViews,
} from '#contract/refunds.ts';
import type { ListOptions, ListState } from '../../ui/list/list-state.ts';
import { pageQuery } from '../../ui/list/use-list-page.ts';
import { reloadPending } from '../../ui/reload-pending.ts';

export const REFUNDS_FAILURE = 'The refund requests couldn’t be loaded.';

export const refundListOptions = {
  sizes: [REFUNDS_PER_PAGE],
  defaultSize: REFUNDS_PER_PAGE,
  hasSearch: false,
  filters: {
    view: refundViews,
    platform: ['ios', 'android'],
    userId: (value) => /^[1-9]\d{0,8}$/.test(value),
  },
} as const satisfies ListOptions;

/** Begins the key of every page. */
const refundsKey = ['refunds', 'list'] as const;

const load = (query: RefundsQuery, signal: AbortSignal) => call(listRefundRequests, { query, signal });
type Answer = Awaited<ReturnType<typeof load>>;

export function refundsQuery(state: ListState) {
  const { view, ...others } = state.filters;
  const query = v.parse(refundsParameters, {
    ...others,
    ...(view && { view }),
    ...(state.page > 1 && { page: state.page }),
  });
  return pageQuery({
    queryKey: [...refundsKey, query],
    load: (signal) => load(query, signal),
    rowsOf: ({ data }: Answer) => data.requests,
    withRows: (answer, requests) => ({ ...answer, data: { ...answer.data, requests: [...requests] } }),
  });
}

/** The default of the server. */
export function refundViewOf({ filters: { view } }: ListState): RefundView {
  return refundViews.find((name) => name === view) ?? 'open';
}

/** In every page that is loaded. The pages are old then: others of them may have the request now. */
export function putRequest(client: QueryClient, request: RefundRequest): void {
  changePages(client, (answer) => ({
    ...answer,
    data: {
      ...answer.data,
      requests: answer.data.requests.map((row) => (row.id === request.id ? request : row)),
    },
  }));
  void client.invalidateQueries({ queryKey: refundsKey, refetchType: 'none' });
}

const ANSWER_POLL_MS = 3_000;

/** One request while its answer is on its way: it leaves the view of open ones when the store has it. */
export const sendingQuery = (id: number) =>
  queryOptions({
    queryKey: ['refunds', 'sending', id],
    queryFn: ({ signal }) => call(readRefundRequest, { parameters: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && data.data.state !== 'sending' ? false : ANSWER_POLL_MS,
  });

export function putRules(client: QueryClient, rules: RefundRules): void {
  changePages(client, (answer) => ({ ...answer, data: { ...answer.data, rules } }));
}

function changePages(client: QueryClient, change: (answer: Answer) => Answer): void {
  client.setQueriesData<Answer>({ queryKey: refundsKey }, (old) => old && change(old));
  reloadPending(client, refundsKey);
}

/** It needs `refunds:read`. */
export const refundFiguresQuery = queryOptions({
  queryKey: ['refunds', 'figures'],
  queryFn: ({ signal }) => call(readRefundFigures, { signal }),
});
