import type { ListState } from './list-state.ts';

type Answer = { total: number | null; rows: number };

/** Null without a total. */
export function pageCount(total: number | null, pageSize: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / pageSize));
}

/** Without a total a full page may have a next one. */
export function hasNext({ total, rows }: Answer, { page, pageSize }: ListState): boolean {
  const pages = pageCount(total, pageSize);
  return pages === null ? rows >= pageSize : page < pages;
}

/** Continues from page to page. */
export function rowNumber(index: number, { page, pageSize }: ListState): number {
  return (page - 1) * pageSize + index + 1;
}

export function pageSummary({ total, rows }: Answer, state: ListState): string {
  if (rows === 0) return 'No Record Found';
  const from = rowNumber(0, state);
  const range = `${from} to ${from + rows - 1}`;
  return total === null ? `Showing ${range}` : `Showing ${range} of ${total}`;
}
