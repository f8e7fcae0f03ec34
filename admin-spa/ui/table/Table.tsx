import type { Key } from 'react';
import type { Column, Place } from './columns.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { useWideScreen } from './use-wide-screen.ts';

export type TableProps<Row> = {
  columns: readonly Column<Row>[];
  /** Null while loading. */
  rows: readonly Row[] | null;
  keyOf: (row: Row, index: number) => Key;
  className: string;
  /** For screen readers, if no heading names the table. */
  caption?: string;
  labelledBy?: string;
  skeletons?: number;
  firstNumber?: number;
  rowAttributes?: (row: Row) => { 'data-row'?: Key; 'aria-busy'?: boolean };
};

export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, className, caption, labelledBy, skeletons = 0, firstNumber = 1 } = props;
  const wide = useWideScreen();
  const shown = columns.filter((column) => wide || !column.wide);
  return (
    <table className={className} aria-labelledby={labelledBy}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {shown.map(({ title, kind }) => (
            <th key={title} scope="col" className={kind === 'number' || kind === 'amount' ? kind : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row, index) => (
          <tr key={keyOf(row, index)} {...props.rowAttributes?.(row)}>
            {shown.map((column) => (
              <Cell
                key={column.title}
                column={column}
                row={row}
                place={{ number: firstNumber + index, wide }}
              />
            ))}
          </tr>
        )) ?? <SkeletonRows rows={skeletons} columns={shown.length} />}
      </tbody>
    </table>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; place: Place };

function Cell<Row>({ column, row, place }: CellProps<Row>) {
  const { title, cell, kind, heads = false, labelled = true } = column;
  if (heads) {
    return (
      <th scope="row" className={kind}>
        {cell(row, place)}
      </th>
    );
  }
  return (
    <td data-label={labelled ? title : undefined} className={kind}>
      {cell(row, place)}
    </td>
  );
}

/** With a frame that scrolls. */
export function FramedTable<Row>({ busy, ...table }: TableProps<Row> & { busy?: boolean }) {
  return (
    <div className="table-frame" aria-busy={busy}>
      <Table {...table} />
    </div>
  );
}
