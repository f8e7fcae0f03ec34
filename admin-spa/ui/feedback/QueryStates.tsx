import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedPanel } from './FailedPanel.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  failure: string;
  /** Data may be older than the failure. */
  isLoaded: boolean;
  children: ReactNode;
};

/** Failure with Retry, loading, and the data, which stays after a failure. */
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
