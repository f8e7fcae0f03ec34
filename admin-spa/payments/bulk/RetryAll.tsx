import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'wouter';
import { call } from '#client/call.ts';
import { failedPayments, MAX_RETRIED_PAYMENTS } from '#contract/payments/list.ts';
import { errorMessage } from '#forms/error-message.ts';
import { routes } from '../../routes.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { startRetryMutation } from './queries.ts';
import { countText, questionText, retryConsequences } from './retry-text.ts';

/** It reads the total anew each time: with another one the server starts nothing. */
const countQuery = queryOptions({
  queryKey: ['payments', 'count'],
  queryFn: async ({ signal }) => {
    const { total, totalIsMinimum } = await call(failedPayments, { query: { pageSize: 1 }, signal });
    return { count: total ?? 0, isTooMany: totalIsMinimum || (total ?? 0) > MAX_RETRIED_PAYMENTS };
  },
  gcTime: 0,
});

/**
 * Counts every failed payment, asks what the list asks, and shows the list while the retry runs. It needs
 * `payments:retry-many`.
 */
export function RetryAll({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isConfirmed = useRef(false);
  const [, navigate] = useLocation();
  const { mutate } = useSingleMutation(startRetryMutation(useQueryClient()));
  const { data, error } = useQuery(countQuery);
  const problem = error ? errorMessage(error) : data && findProblem(data);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the count has come
  useEffect(() => {
    if (problem) {
      toast.error(problem);
      onClosed();
    } else if (data && !dialog.current?.open) dialog.current?.showModal();
  }, [data, problem]);

  if (!data || problem) return null;
  return (
    <ConfirmDialog
      dialog={dialog}
      label={`Retry ${countText(data.count)}`}
      title={questionText(data.count, undefined)}
      onConfirm={() => {
        isConfirmed.current = true;
        if (location.pathname !== routes.payments) navigate(routes.payments);
        mutate({ selection: {}, expected: data.count }, { onSuccess: onClosed, onError: onClosed });
      }}
      // It closes before it confirms.
      onClose={() => queueMicrotask(() => isConfirmed.current || onClosed())}
    >
      {retryConsequences}
    </ConfirmDialog>
  );
}

function findProblem({ count, isTooMany }: { count: number; isTooMany: boolean }): string | null {
  if (isTooMany)
    return 'There are more than 10,000 failed payments. Narrow the list in Payment Recovery first.';
  return count === 0 ? 'No failed payment waits for a retry.' : null;
}
