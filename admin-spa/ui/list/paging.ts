import type { ListState } from './list-state.ts';

type Answer = { total: number | null; rows: number };

/** How many pages there are; null where the provider sends no total. */
export function pageCount(total: number | null, pageSize: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / pageSize));
}

/** Without a total there may be a next page as long as this one came back full. */
export function hasNext({ total, rows }: Answer, { page, pageSize }: ListState): boolean {
  const pages = pageCount(total, pageSize);
  return pages === null ? rows >= pageSize : page < pages;
}

/** The number of a row: it goes on from page to page. */
export function rowNumber(index: number, { page, pageSize }: ListState): number {
  return (page - 1) * pageSize + index + 1;
}

/** What is on screen, in words that are read out when they change. */
export function summary({ total, rows }: Answer, state: ListState): string {
  if (rows === 0) return 'No Record Found';
  const from = rowNumber(0, state);
  const shown = `${from} to ${from + rows - 1}`;
  return total === null ? `Showing ${shown}` : `Showing ${shown} of ${total}`;
}
