import { formatCount } from '../format/format.ts';
import type { ListState } from './list-state.ts';

/** `isMinimum`: there are more rows than `total`. */
type Answer = { total: number | null; isMinimum?: boolean; rows: number };

/** Null without a total. */
export function pageCount(total: number | null, pageSize: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / pageSize));
}

/** Without an exact total a full page may have a next one. */
export function hasNext({ total, isMinimum, rows }: Answer, { page, pageSize }: ListState): boolean {
  const pages = isMinimum ? null : pageCount(total, pageSize);
  return pages === null ? rows >= pageSize : page < pages;
}

/** Continues from page to page. */
export function rowNumber(index: number, { page, pageSize }: ListState): number {
  return (page - 1) * pageSize + index + 1;
}

/** The rows of this page and all of them, such as "11–20 of 250" or "11–20 of 10,000+". Null without rows. */
export function pageRange({ total, isMinimum, rows }: Answer, state: ListState): string | null {
  if (rows === 0) return null;
  const from = rowNumber(0, state);
  const range = `${formatCount(from)}–${formatCount(from + rows - 1)}`;
  return total === null ? range : `${range} of ${formatCount(total)}${isMinimum ? '+' : ''}`;
}

/** The range in words, for screen readers. */
export function pageSummary({ total, isMinimum, rows }: Answer, state: ListState): string {
  if (rows === 0) return 'No Record Found';
  const from = rowNumber(0, state);
  const range = `Showing ${formatCount(from)} to ${formatCount(from + rows - 1)}`;
  return total === null ? range : `${range} of ${isMinimum ? 'more than ' : ''}${formatCount(total)}`;
}
