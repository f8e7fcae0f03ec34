import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { QueryStates, useErrorToast } from './feedback/QueryStates.tsx';

type CardProps = {
  title: string;
  /** The id of the heading, for `aria-labelledby`. */
  titleId: string;
  /** Shown beside the heading. */
  action?: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

export function Card({ title, titleId, action, className = 'card', ref, children }: CardProps) {
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    <section ref={ref} className={className} aria-labelledby={titleId}>
      {action === undefined ? (
        heading
      ) : (
        <header>
          {heading}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}

type QueryCardProps = CardProps & {
  query: Pick<UseQueryResult, 'error' | 'errorUpdatedAt' | 'isFetching' | 'refetch'>;
  failure: string;
  /** Undefined while they load. */
  rows: readonly unknown[] | undefined;
  empty: string;
};

/** A card with the answer of a query. The children are the rows, or their skeleton while loading. */
export function QueryCard({ query, failure, rows, empty, children, ...card }: QueryCardProps) {
  useErrorToast(query.error, query.errorUpdatedAt);
  return (
    <Card {...card}>
      <QueryStates query={query} failure={failure} isLoaded={rows !== undefined}>
        {rows?.length === 0 ? <p className="empty">{empty}</p> : children}
      </QueryStates>
    </Card>
  );
}
