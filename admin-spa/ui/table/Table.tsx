import { type Key, type ReactNode, useRef } from 'react';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';
import type { CellInfo, Column, Sort } from './columns.ts';
import { useIsWideScreen } from './use-is-wide-screen.ts';

export type TableProps<Row> = {
  columns: readonly Column<Row>[];
  /** Null while they load. */
  rows: readonly Row[] | null;
  keyOf: (row: Row, index: number) => Key;
  className: string;
  /** It names the table for screen readers, if no heading does. */
  caption?: string;
  labelledBy?: string;
  skeletonRows?: number;
  firstNumber?: number;
  /** Makes the columns with a `sortKey` sortable. */
  sort?: Sort;
  isRowBusy?: (row: Row) => boolean;
};

export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, className, caption, labelledBy, skeletonRows = 0, firstNumber = 1 } = props;
  const isWide = useIsWideScreen();
  const visibleColumns = columns.filter((column) => isWide || !column.isWideOnly);
  return (
    <table className={className} aria-labelledby={labelledBy}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {visibleColumns.map((column) => (
            <HeadCell key={column.title} column={column} sort={props.sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row, index) => (
          <tr key={keyOf(row, index)} data-row={keyOf(row, index)} aria-busy={props.isRowBusy?.(row)}>
            {visibleColumns.map((column) => (
              <Cell
                key={column.title}
                column={column}
                row={row}
                info={{ number: firstNumber + index, isWide }}
              />
            ))}
          </tr>
        )) ?? <SkeletonRows rows={skeletonRows} columns={visibleColumns} />}
      </tbody>
    </table>
  );
}

type Head = Pick<Column<never>, 'title' | 'kind' | 'sortKey' | 'importance'> & { readonly head?: ReactNode };

/** Their heads are aligned or leave narrow tables with their cells. */
const headKinds: readonly Column<never>['kind'][] = [
  'number',
  'amount',
  'choice',
  'summary',
  'date',
  'check',
  'deadline',
];

function HeadCell({ column, sort }: { column: Head; sort: Sort | undefined }) {
  const { title, kind, sortKey, head, importance } = column;
  const className = classes(kind && headKinds.includes(kind) ? kind : undefined, importance);
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

/** It is removed with its column: a hidden one shows only while the list is sorted by it. */
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

type CellProps<Row> = { column: Column<Row>; row: Row; info: CellInfo };

function Cell<Row>({ column, row, info }: CellProps<Row>) {
  const { title, cell, kind, importance, isRowHeader = false, hasLabel = true } = column;
  const className = classes(kind, importance);
  if (isRowHeader) {
    return (
      <th scope="row" className={className}>
        {cell(row, info)}
      </th>
    );
  }
  return (
    <td data-label={hasLabel ? title : undefined} className={className}>
      {cell(row, info)}
    </td>
  );
}

function classes(...names: readonly (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}

type SkeletonProps = { rows: number; columns: readonly Pick<Column<never>, 'title' | 'importance'>[] };

function SkeletonRows({ rows, columns }: SkeletonProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row} className="skeleton">
      {columns.map(({ title, importance }) => (
        <td key={title} className={importance}>
          <span />
        </td>
      ))}
    </tr>
  ));
}

/** A table in a frame that scrolls. */
export function FramedTable<Row>({ isBusy, ...table }: TableProps<Row> & { isBusy?: boolean }) {
  return (
    <div className="table-frame" aria-busy={isBusy}>
      <Table {...table} />
    </div>
  );
}
