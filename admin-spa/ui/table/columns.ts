import type { ReactNode } from 'react';

/** What the cells of a column hold. It is their class: the stylesheet sets width, alignment and place by it. */
type Kind =
  | 'number'
  | 'amount'
  | 'address'
  | 'phone'
  | 'date'
  | 'code'
  | 'text'
  | 'summary'
  | 'thumbnail'
  | 'actions';

/** What a cell knows beside its row. */
export type Place = {
  /** The number of the row, which goes on from page to page. */
  readonly number: number;
  /** Whether the screen has room for the columns that are `wide`. */
  readonly wide: boolean;
};

/** One column of a table. */
export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row, place: Place) => ReactNode;
  readonly kind?: Kind;
  /** The column whose cells name their rows. */
  readonly heads?: boolean;
  /** False where a phone shows the cell without the column's title beside it. */
  readonly labelled?: boolean;
  /** Shown on the widest screens only. */
  readonly wide?: boolean;
};

/** The number of each row. */
export const numberColumn: Column<unknown> = {
  title: '#',
  kind: 'number',
  labelled: false,
  cell: (_, { number }) => number,
};
