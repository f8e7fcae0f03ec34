import type { ReactNode } from 'react';

/** Also the CSS class, which sets width, alignment and place. */
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

export type Place = {
  /** Continues from page to page. */
  readonly number: number;
  readonly wide: boolean;
};

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row, place: Place) => ReactNode;
  readonly kind?: Kind;
  readonly heads?: boolean;
  /** False hides the title beside the cell on phones. */
  readonly labelled?: boolean;
  readonly wide?: boolean;
};

export const numberColumn: Column<unknown> = {
  title: '#',
  kind: 'number',
  labelled: false,
  cell: (_, { number }) => number,
};
