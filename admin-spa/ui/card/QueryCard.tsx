import type { UseQueryResult } from '@tanstack/react-query';
import { QueryStates } from '../feedback/QueryStates.tsx';
import { useErrorToast } from '../feedback/use-error-toast.ts';
import { Card, type CardProps } from './Card.tsx';

type Props = CardProps & {
  query: Pick<UseQueryResult, 'error' | 'errorUpdatedAt' | 'isFetching' | 'refetch'>;
  failure: string;
  /** Undefined while loading. */
  rows: readonly unknown[] | undefined;
  empty: string;
};

/** The children are the rows, or their skeleton while loading. */
export function QueryCard({ query, failure, rows, empty, children, ...card }: Props) {
  useErrorToast(query.error, query.errorUpdatedAt);
  return (
    <Card {...card}>
      <QueryStates query={query} failure={failure} isLoaded={rows !== undefined}>
        {rows?.length === 0 ? <p className="empty">{empty}</p> : children}
      </QueryStates>
    </Card>
  );
}
