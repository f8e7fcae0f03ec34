import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { formatHour } from '../format/format.ts';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  failure: string;
  /** True also for data that are older than the failure. */
  isLoaded: boolean;
  children: ReactNode;
};

/** Shows a failure with Retry, that a query loads, and the data, which stay after a failure. */
export function QueryStates({ query, failure, isLoaded, children }: Props) {
  const { error, isFetching, refetch } = query;
  return (
    <>
      {error && <FailedPanel message={failure} retry={refetch} isBusy={isFetching} />}
      {!isLoaded && !error && <Loading />}
      {(isLoaded || !error) && children}
    </>
  );
}

type FailedProps = { message: string; retry: () => void; isBusy?: boolean };

export function FailedPanel({ message, retry, isBusy = false }: FailedProps) {
  const panel = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(panel);
  return (
    <div ref={panel} className="failed" role="alert">
      <p>{message}</p>
      <button
        type="button"
        className="secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || retry()}
      >
        Retry
      </button>
    </div>
  );
}

/** The text is visible and has no height. Screen readers announce it once. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <span>Loading...</span>
    </p>
  );
}

/** Says when cached figures were counted. It shows nothing for those that the server counted just now. */
export function CountedAt({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <p className="muted counted-at">
      Counted at <time dateTime={at}>{formatHour(at)}</time>.
    </p>
  );
}

/** Notifies once for each failure. */
export function useErrorToast(error: Error | null, failedAt: number, message = error?.message): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message may fail again, at another time
  useEffect(() => {
    if (error && message) toast.error(message);
  }, [error, failedAt]);
}
