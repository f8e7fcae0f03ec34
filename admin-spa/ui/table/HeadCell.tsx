import type { ReactNode } from 'react';
import type { Column, Sort } from './columns.ts';

type Head = Pick<Column<never>, 'title' | 'kind' | 'sortKey'> & { readonly head?: ReactNode };

export function HeadCell({ column, sort }: { column: Head; sort: Sort | undefined }) {
  const { title, kind, sortKey, head } = column;
  const className = kind === 'number' || kind === 'amount' || kind === 'choice' ? kind : undefined;
  if (!sort || !sortKey) {
    return (
      <th scope="col" className={className}>
        {head ?? title}
      </th>
    );
  }
  const direction = sort.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} aria-sort={sort.key === sortKey ? direction : 'none'}>
      <button type="button" className="sort" disabled={sort.isPending} onClick={() => sort.change(sortKey)}>
        {title}
      </button>
    </th>
  );
}
