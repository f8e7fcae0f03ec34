/** The rows of every list have an id. */
export type ListRow = { readonly id: string | number };

type Page = {
  /** Index of the last row that the pointer or the focus is on; -1 without one. */
  anchor: number;
  pageSize: number;
  isFirstPage: boolean;
};

export type Merged<Row> = {
  rows: readonly Row[];
  /** Ids of rows that are still there, although they have left the list. */
  removedIds: ReadonlySet<string>;
  /** How many rows would push others down. They are not among `rows`. */
  newRows: number;
};

export const idOf = ({ id }: ListRow) => String(id);

/** A newer answer of the same page: changes rows in place, and moves neither the anchor nor what is above it. */
export function mergeRows<Row extends ListRow>(
  shown: readonly Row[],
  latest: readonly Row[],
  { anchor, pageSize, isFirstPage }: Page,
): Merged<Row> {
  const latestById = new Map(latest.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  const isListed = (row: Row) => latestById.has(idOf(row));
  const firstListed = shown.findIndex(isListed);
  const lastListed = shown.findLastIndex(isListed);
  const last = shown[lastListed];
  const end = last ? latest.findIndex((row) => idOf(row) === idOf(last)) : -1;
  const isNew = (row: Row) => !shownIds.has(idOf(row));
  const appended = latest.slice(end + 1).filter(isNew);
  // Otherwise new rows have pushed the last ones to the next page.
  const isTailGone = latest.length < pageSize || appended.length > 0;

  const hasLeft = (row: Row, index: number) => {
    if (isListed(row)) return false;
    if (index > lastListed) return isTailGone;
    // Those before may be on the page before by now.
    return isFirstPage || index > firstListed;
  };
  const removedIds = new Set<string>();
  const rows = shown.flatMap((row, index) => {
    if (!hasLeft(row, index)) return [latestById.get(idOf(row)) ?? row];
    if (index > anchor) return [];
    removedIds.add(idOf(row));
    return [row];
  });
  const newRows = isFirstPage ? latest.slice(0, Math.max(0, end)).filter(isNew).length : 0;
  return { rows: [...rows, ...appended], removedIds, newRows };
}
