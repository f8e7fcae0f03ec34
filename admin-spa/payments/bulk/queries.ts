import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import * as v from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import {
  listBulkRetries,
  listRetryRows,
  type PaymentSelection,
  paymentSelection,
  startBulkRetry,
  stopBulkRetry,
} from '#contract/payments/bulk.ts';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { errorMessage } from '#forms/error-message.ts';
import { overviewQuery, statisticsQuery } from '../../dashboard/queries.ts';
import { pollInterval, showStarted } from '../../ui/background/queries.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { failedPaymentsKey, selectedBy } from '../queries.ts';
import { clearPaymentSelection } from './payment-selection.ts';

type Start = { ids?: number[]; selection: PaymentSelection; expected: number };

/** Not below the key of payments, so that the end of a retry does not load itself again. */
const retriesKey = ['payment-retries'] as const;

/** What a list shows. */
export function selectionOf(list: ListState): PaymentSelection {
  return v.parse(paymentSelection, selectedBy(list));
}

/** A colleague may start one. */
const IDLE_POLL_MS = 15_000;

/** Asked again while the tab is visible, more often while one runs. */
export const bulkRetriesQuery = queryOptions({
  queryKey: retriesKey,
  queryFn: ({ signal }) => call(listBulkRetries, { signal }),
  refetchInterval: ({ state: { data, error } }) =>
    pollInterval({ isWanted: data?.data.some(({ state }) => state === 'running') ?? false, error }) ||
    (data ? IDLE_POLL_MS : false),
});

export function retryRowsQuery(retryId: number, page: number) {
  return queryOptions({
    queryKey: [...retriesKey, retryId, page],
    queryFn: ({ signal }) => call(listRetryRows, { parameters: { retryId }, query: { page }, signal }),
  });
}

export function startRetryMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (start: Start) => call(startBulkRetry, { body: { ...start, notes: RETRY_NOTES } }),
    onSuccess: async ({ message, data }, { ids }) => {
      toast.success(message || 'Retry started');
      if (ids) clearPaymentSelection();
      await showStarted(client, retriesKey, data);
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // The list has changed since it was counted.
      const isOutdated = error instanceof ApiError && error.status === 409;
      if (isOutdated) void client.invalidateQueries({ queryKey: failedPaymentsKey });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: retriesKey }),
  });
}

export function stopRetryMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (retryId: number) => call(stopBulkRetry, { parameters: { retryId } }),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: retriesKey }),
  });
}

/** All but the rows of the list that shows: they may be under the pointer. */
export function refreshAfterRetry(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: failedPaymentsKey, refetchType: 'none' });
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== failedPaymentsKey[1];
  void client.invalidateQueries({ queryKey: [failedPaymentsKey[0]], predicate: isOther });
  void client.invalidateQueries({ queryKey: statisticsQuery.queryKey });
  void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['users', 'history'] });
  void client.invalidateQueries({ queryKey: ['users', 'timeline'] });
}
