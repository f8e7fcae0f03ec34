import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedPanel } from './FailedPanel.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** What could not be loaded, in our words. */
  failure: string;
  /** Whether there is something to show, which may be older than the failure. */
  loaded: boolean;
  /** What was loaded, or its skeleton. */
  children: ReactNode;
};

/** What a query shows: that it failed, with Retry; that it loads; and what was loaded, which a failure leaves. */
export function QueryStates({ query, failure, loaded, children }: Props) {
  const { error, isFetching, refetch } = query;
  return (
    <>
      {error && <FailedPanel message={failure} retry={refetch} busy={isFetching} />}
      {!loaded && !error && <Loading />}
      {(loaded || !error) && children}
    </>
  );
}
