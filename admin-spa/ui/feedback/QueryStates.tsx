import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedPanel } from './FailedPanel.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  failure: string;
  /** Data may be older than the failure. */
  loaded: boolean;
  children: ReactNode;
};

/** Failure with Retry, loading, and the data, which stays after a failure. */
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
