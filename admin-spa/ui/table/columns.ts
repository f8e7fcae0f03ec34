import type { ReactNode } from 'react';

/** The kind is also the CSS class, which sets width, alignment and place. */
type ColumnKind =
  | 'number'
  | 'amount'
  | 'address'
  | 'phone'
  | 'date'
  | 'code'
  | 'text'
  | 'summary'
  | 'check'
  | 'deadline'
  | 'thumbnail'
  | 'choice'
  | 'actions';

export type CellInfo = {
  /** The number of the row, which continues from page to page. */
  readonly number: number;
  readonly isWide: boolean;
};

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row, info: CellInfo) => ReactNode;
  readonly kind?: ColumnKind;
  readonly isRowHeader?: boolean;
  /** False hides the title beside the cell on phones. */
  readonly hasLabel?: boolean;
  readonly isWideOnly?: boolean;
  /** As a table gets narrower, columns of low importance leave first; those without one stay. Cards have all of them. */
  readonly importance?: 'low' | 'medium' | 'high';
  /** The choice of columns never offers it. */
  readonly isAlwaysShown?: boolean;
  /** Sorts the list by this column, if the table can be sorted. */
  readonly sortKey?: string;
  /** It names the column in the choice of columns, if the title is no word. */
  readonly label?: string;
  /** It replaces the title. */
  readonly head?: ReactNode;
};

export type Sort = {
  readonly key: string | null;
  readonly direction: 'asc' | 'desc';
  readonly change: (key: string) => void;
  /** While loading, the buttons only keep their place. */
  readonly isPending?: boolean;
};

export const rowNumberColumn: Column<unknown> = {
  title: '#',
  label: 'Row number',
  kind: 'number',
  importance: 'high',
  hasLabel: false,
  cell: (_, { number }) => number,
};
