import {
  type MutationState,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { RETRY_NOTES, retryPayment } from '#contract/payments/checks.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { overviewQuery, statisticsQuery } from '../dashboard/queries.ts';
import { forgetPayment } from './bulk/payment-selection.ts';
import { type CheckState, type Checks, canRetry } from './can-retry.ts';
import { failureText, outcomeOf, standingOf } from './labels.tsx';
import { changeRows, failedPaymentsKey, paymentChecksKey, paymentValuesKey, timelineKey } from './queries.ts';

const retryKey = ['payments', 'retry'] as const;

/**
 * Checks are kept in the mutation cache: leaving the screen keeps them, and no payment is checked twice at once. A click
 * reads them there, because a second one may come before the first one is rendered.
 */
export function useRetries(): { checks: Checks; retry: (payment: FailedPayment) => void } {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: retryKey,
    mutationFn: ({ id }: FailedPayment) =>
      call(retryPayment, { parameters: { id }, body: { notes: RETRY_NOTES } }),
    onSuccess: (_, payment) => onRecovered(client, payment),
    onError: (error, payment) => onFailed(client, error, payment),
    onSettled: (_, __, { id, purchase_id }) => {
      void client.invalidateQueries({ queryKey: paymentValuesKey });
      void client.invalidateQueries({ queryKey: [...paymentChecksKey, String(id)] });
      void client.invalidateQueries({ queryKey: [...timelineKey, String(purchase_id)] });
      void client.invalidateQueries({ queryKey: ['users', 'timeline'] });
    },
  });
  const checks = toChecks(
    useMutationState({ filters: { mutationKey: retryKey }, select: ({ state }) => state as RetryState }),
  );
  const retry = (payment: FailedPayment) => {
    const mutations = client.getMutationCache().findAll({ mutationKey: retryKey });
    const now = toChecks(mutations.map(({ state }) => state as RetryState));
    if (canRetry(payment, now)) mutate(payment);
  };
  return { checks, retry };
}

type RetryState = MutationState<unknown, Error, FailedPayment>;

function toChecks(states: readonly RetryState[]): Checks {
  return new Map(states.map((state) => [String(state.variables?.id), toCheckState(state)]));
}

function toCheckState({ status, error }: RetryState): CheckState {
  switch (status) {
    case 'idle':
      return { state: 'unchecked' };
    case 'pending':
      return { state: 'checking' };
    case 'success':
      return { state: 'recovered' };
    case 'error':
      return { state: 'failed', outcome: outcomeOf(error) };
  }
}

/** Queries that show the money are loaded again. */
function onRecovered(client: QueryClient, payment: FailedPayment): void {
  toast.success('Payment recovered successfully!', {
    ariaProps: { role: 'alert', 'aria-live': 'assertive' },
  });
  forgetPayment(payment);
  changeRows(client, (rows) => rows.filter(({ id }) => id !== payment.id));
  // The next page moves up by one.
  void client.invalidateQueries({ queryKey: failedPaymentsKey, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: statisticsQuery.queryKey });
  void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['users', 'history'] });
  void client.invalidateQueries({ queryKey: ['users', 'detail'] });
}

async function onFailed(client: QueryClient, error: Error, payment: FailedPayment): Promise<void> {
  toast.error(failureText(error));
  const outcome = outcomeOf(error);
  if (outcome) {
    const last_check = { outcome, message: error.message, at: new Date().toISOString() };
    const changed = { last_check, ...standingOf(error) };
    changeRows(client, (rows) => rows.map((row) => (row.id === payment.id ? { ...row, ...changed } : row)));
  }
  // Another administrator has recovered it or is checking it.
  const isOutdated = error instanceof ApiError && (error.status === 409 || error.status === 404);
  if (isOutdated) await client.invalidateQueries({ queryKey: failedPaymentsKey });
}
