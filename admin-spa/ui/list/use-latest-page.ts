import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useErrorToast } from '../feedback/QueryStates.tsx';
import type { ListState } from './list-state.ts';
import { pageCount } from './paging.tsx';
import type { ChangeList } from './use-list-state.ts';

/** `state` is the request that these rows answer. */
export type LatestPage<Row> = {
  state: ListState;
  rows: readonly Row[];
  total: number | null;
  /** There are more rows than `total`. */
  isMinimum: boolean;
};

type LatestQuery<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'errorUpdatedAt'> & {
  /** Instead of the message of the error. */
  failure?: string;
};

/**
 * The newest answer; it stays while the next page loads or fails. A page beyond the end moves the URL to the last
 * page, or to the first without a total.
 */
export function useLatestPage<
  Answer extends { total: number | null; totalIsMinimum?: boolean | undefined },
  Row,
>(
  [state, change]: [ListState, ChangeList],
  { data, error, errorUpdatedAt, failure }: LatestQuery<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): LatestPage<Row> | null {
  const latest = useRef<LatestPage<Row> | null>(null);
  useErrorToast(error, errorUpdatedAt, failure);

  const rows = data && rowsOf(data);
  const isBeyondEnd = rows?.length === 0 && state.page > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is made anew for each address
  useEffect(() => {
    if (!isBeyondEnd) return;
    // Ignore a total that includes this empty page.
    const lastPage = pageCount(data?.total ?? null, state.pageSize) ?? 1;
    change({ page: lastPage < state.page ? lastPage : 1 }, { replace: true });
  }, [isBeyondEnd, state.page]);

  if (data && rows && !isBeyondEnd) {
    latest.current = {
      state,
      rows,
      total: data.total,
      isMinimum: data.totalIsMinimum ?? false,
    };
  }
  return latest.current;
}
