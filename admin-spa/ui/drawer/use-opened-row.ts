import { useState } from 'react';
import type { ListRow } from '../list/merge-rows.ts';
import { focusHeading } from '../navigation/use-heading-focus.ts';

/** Where the opened row is, and what the drawer can do. */
export type RowPlace = {
  /** The row, or where it was if it has left the list. */
  readonly index: number;
  readonly isListed: boolean;
  readonly total: number;
  readonly openAt: (index: number) => void;
  /** Closes without moving the focus, because it has gone elsewhere. */
  readonly leave: () => void;
  readonly close: () => void;
};

export type OpenedRow<Row> = {
  /** Null while nothing is open. */
  readonly shown: Row | null;
  /** The id of the opened row, as text. */
  readonly openId: string | null;
  readonly open: (row: Row) => void;
  /** The same by the id of a row. */
  readonly openRow: (id: string) => void;
  readonly place: RowPlace;
};

/**
 * The row of a list whose details are open. A row that leaves the list stays open as it was last seen, so that the outcome
 * of what was done can be read, and the next one is the row that took its place. The focus goes back to `.opener`.
 */
export function useOpenedRow<Row extends ListRow>(rows: readonly Row[]): OpenedRow<Row> {
  const [opened, setOpened] = useState<{ row: Row; index: number } | null>(null);
  const indexOf = (id: string | number) => rows.findIndex((row) => String(row.id) === String(id));
  const listed = opened ? indexOf(opened.row.id) : -1;
  const index = listed >= 0 ? listed : (opened?.index ?? 0);

  const openAt = (at: number) => {
    const row = rows[at];
    if (row) setOpened({ row, index: at });
  };

  function close() {
    setOpened(null);
    const id = String((rows[index] ?? rows.at(-1))?.id);
    const opener = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .opener`);
    if (opener) opener.focus();
    else focusHeading();
  }

  // What has changed is kept when the row leaves.
  if (opened && listed >= 0 && (opened.row !== rows[listed] || opened.index !== listed)) {
    setOpened({ row: rows[listed] ?? opened.row, index: listed });
  }

  return {
    shown: opened && (rows[listed] ?? opened.row),
    openId: opened && String(opened.row.id),
    open: (row) => setOpened({ row, index: Math.max(0, indexOf(row.id)) }),
    openRow: (id) => openAt(indexOf(id)),
    place: {
      index,
      isListed: listed >= 0,
      total: rows.length,
      openAt,
      leave: () => setOpened(null),
      close,
    },
  };
}
