import type { FailedPayment } from '#contract/payments/records.ts';

type Page = {
  /** Index of the last row that the pointer or the focus is on; -1 without one. */
  anchor: number;
  pageSize: number;
  isFirstPage: boolean;
};

export type Merged = {
  rows: FailedPayment[];
  /** Ids of rows that are still there, although they have left the list. */
  removedIds: ReadonlySet<string>;
  /** How many rows would push others down. They are not among `rows`. */
  newRows: number;
};

const idOf = ({ id }: FailedPayment) => String(id);

/** A newer answer of the same page, without a move of the anchor or of what is above it. */
export function mergeRows(
  shown: readonly FailedPayment[],
  latest: readonly FailedPayment[],
  { anchor, pageSize, isFirstPage }: Page,
): Merged {
  const latestById = new Map(latest.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  const isListed = (row: FailedPayment) => latestById.has(idOf(row));
  const firstListed = shown.findIndex(isListed);
  const lastListed = shown.findLastIndex(isListed);
  const last = shown[lastListed];
  const end = last ? latest.findIndex((row) => idOf(row) === idOf(last)) : -1;
  const isNew = (row: FailedPayment) => !shownIds.has(idOf(row));
  const appended = latest.slice(end + 1).filter(isNew);
  // Otherwise new rows have pushed the last ones to the next page.
  const isTailGone = latest.length < pageSize || appended.length > 0;

  const hasLeft = (row: FailedPayment, index: number) => {
    if (isListed(row)) return false;
    if (index > lastListed) return isTailGone;
    // Those before may be on the page before by now.
    return isFirstPage || index > firstListed;
  };
  const removedIds = new Set<string>();
  const rows = shown.flatMap((row, index) => {
    const isFrozen = index <= anchor;
    if (!hasLeft(row, index)) return [isFrozen ? row : (latestById.get(idOf(row)) ?? row)];
    if (!isFrozen) return [];
    removedIds.add(idOf(row));
    return [row];
  });
  const newRows = isFirstPage ? latest.slice(0, Math.max(0, end)).filter(isNew).length : 0;
  return { rows: [...rows, ...appended], removedIds, newRows };
}
