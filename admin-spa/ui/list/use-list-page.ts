import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useErrorToast } from '../feedback/QueryStates.tsx';
import { LIST_CACHE_MS, type ListState } from './list-state.ts';
import type { ListRow } from './merge-rows.ts';
import { pageCount } from './paging.tsx';
import type { ChangeList } from './use-list-state.ts';
import { type LiveRows, type PageSource, useLiveRows } from './use-live-rows.ts';

/** `state` is the request that these rows answer. */
export type LatestPage<Row> = {
  state: ListState;
  rows: readonly Row[];
  total: number | null;
  /** There are more rows than `total`. */
  isMinimum: boolean;
};

export type ListPage<Row> = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'isLoading' | 'refetch'>;
  page: LatestPage<Row> | null;
  live: LiveRows;
};

/** Makes the query of a list's page. Rows that are in the cache are asked for again by `useListPage`. */
export function pageQuery<Answer, Row>(source: PageSource<Answer, Row>) {
  return {
    ...source,
    ...queryOptions({
      queryKey: source.queryKey,
      gcTime: LIST_CACHE_MS,
      queryFn: ({ signal }) => source.load(signal),
      refetchOnMount: ({ state: { data } }) => data === undefined,
    }),
  };
}

type Options = {
  /** Instead of the message of an error. */
  failure?: string;
  pollMs?: number | null;
  /** Rows can move between pages without a new row. */
  isReordered?: boolean;
};

/** Reads the page of the address, and keeps its rows up to date and in their place. */
export function useListPage<Answer extends Totals, Row extends ListRow>(
  list: [ListState, ChangeList],
  source: ReturnType<typeof pageQuery<Answer, Row>>,
  { failure, pollMs = null, isReordered = false }: Options = {},
): ListPage<Row> {
  const [state] = list;
  const query = useQuery(source);
  const { data, error, errorUpdatedAt, dataUpdatedAt, isStale, isFetching } = query;
  const failing = { data, error, errorUpdatedAt, ...(failure !== undefined && { failure }) };
  const page = useLatestPage(list, failing, source.rowsOf);
  const live = useLiveRows({
    source,
    pageSize: state.pageSize,
    isFirstPage: state.page === 1 && !isReordered,
    updatedAt: dataUpdatedAt,
    isOld: data !== undefined && isStale && !isFetching,
    pollMs: data === undefined ? null : pollMs,
  });
  return { query, page, live };
}

type Totals = { total?: number | null; totalIsMinimum?: boolean | undefined };

type LatestQuery<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'errorUpdatedAt'> & {
  /** Instead of the message of the error. */
  failure?: string;
};

/**
 * The newest answer; it stays while the next page loads or fails. A page beyond the end moves the URL to the last
 * page, or to the first without a total.
 */
export function useLatestPage<Answer extends Totals, Row>(
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
      total: data.total ?? null,
      isMinimum: data.totalIsMinimum ?? false,
    };
  }
  return latest.current;
}
