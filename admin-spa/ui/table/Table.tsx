import type { Key } from 'react';
import type { CellInfo, Column, Sort } from './columns.ts';
import { HeadCell } from './HeadCell.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { useIsWideScreen } from './use-is-wide-screen.ts';

export type TableProps<Row> = {
  columns: readonly Column<Row>[];
  /** Null while loading. */
  rows: readonly Row[] | null;
  keyOf: (row: Row, index: number) => Key;
  className: string;
  /** For screen readers, if no heading names the table. */
  caption?: string;
  labelledBy?: string;
  skeletonRows?: number;
  firstNumber?: number;
  /** Makes the columns with a `sortKey` sortable. */
  sort?: Sort;
  rowAttributes?: (row: Row) => { 'data-row'?: Key; 'aria-busy'?: boolean };
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
          <tr key={keyOf(row, index)} {...props.rowAttributes?.(row)}>
            {visibleColumns.map((column) => (
              <Cell
                key={column.title}
                column={column}
                row={row}
                info={{ number: firstNumber + index, isWide }}
              />
            ))}
          </tr>
        )) ?? <SkeletonRows rows={skeletonRows} columns={visibleColumns.length} />}
      </tbody>
    </table>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; info: CellInfo };

function Cell<Row>({ column, row, info }: CellProps<Row>) {
  const { title, cell, kind, isRowHeader = false, hasLabel = true } = column;
  if (isRowHeader) {
    return (
      <th scope="row" className={kind}>
        {cell(row, info)}
      </th>
    );
  }
  return (
    <td data-label={hasLabel ? title : undefined} className={kind}>
      {cell(row, info)}
    </td>
  );
}

/** A table in a frame that scrolls. */
export function FramedTable<Row>({ isBusy, ...table }: TableProps<Row> & { isBusy?: boolean }) {
  return (
    <div className="table-frame" aria-busy={isBusy}>
      <Table {...table} />
    </div>
  );
}
