import { type ReactNode, useRef } from 'react';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';
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
      <SortButton title={title} sortKey={sortKey} sort={sort} />
    </th>
  );
}

/** A hidden column leaves once the list is no longer sorted by it. */
function SortButton({ title, sortKey, sort }: { title: string; sortKey: string; sort: Sort }) {
  const button = useRef<HTMLButtonElement>(null);
  useHeadingFocusOnRemoval(button);
  return (
    <button
      ref={button}
      type="button"
      className="sort"
      disabled={sort.isPending}
      onClick={() => sort.change(sortKey)}
    >
      {title}
    </button>
  );
}
