import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../format/format.ts';
import { type ListState, PAGE_SIZES } from './list-state.ts';

type Props = {
  state: ListState;
  /** What is shown: it stays the earlier page while the next one loads. */
  current: { state: ListState; total: number | null; isMinimum?: boolean; rows: number };
  change: (change: Partial<ListState>) => void;
  hasPageSizes?: boolean;
  pageSizes?: readonly number[];
  /** Names it on a screen with several. */
  label?: string;
};

export function Paging({
  state,
  current,
  change,
  hasPageSizes = false,
  pageSizes = PAGE_SIZES,
  label = 'Pages',
}: Props) {
  const nav = useRef<HTMLElement>(null);
  const shown = current.state;
  // A page with fewer or more rows moves the pressed button out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with the rows of another page
  useLayoutEffect(() => {
    if (nav.current?.contains(document.activeElement)) nav.current.scrollIntoView({ block: 'nearest' });
  }, [shown.page, shown.pageSize]);
  const { page, pageSize } = state;
  const pages = current.isMinimum ? null : pageCount(current.total, pageSize);
  const range = pageRange(current, current.state);
  const isFirst = page <= 1;
  const isLast = !hasNext(current, state);
  return (
    <nav ref={nav} className="paging" aria-label={label}>
      <p role="status">
        <span aria-hidden="true">{range}</span>
        <span className="visually-hidden">{pageSummary(current, current.state)}</span>
      </p>
      {hasPageSizes && (
        <label>
          Rows per page{' '}
          <select value={pageSize} onChange={(event) => change({ pageSize: Number(event.target.value) })}>
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <div className="pages">
        {/* `aria-disabled`, because a disabled button loses the focus on the last page. */}
        <button
          type="button"
          className="secondary"
          aria-disabled={isFirst || undefined}
          onClick={() => isFirst || change({ page: page - 1 })}
        >
          Previous
        </button>
        <span>{`Page ${page}${pages !== null ? ` of ${pages}` : ''}`}</span>
        <button
          type="button"
          className="secondary"
          aria-disabled={isLast || undefined}
          onClick={() => isLast || change({ page: page + 1 })}
        >
          Next
        </button>
      </div>
    </nav>
  );
}

/** `isMinimum`: there are more rows than `total`. */
type Answer = { total: number | null; isMinimum?: boolean; rows: number };

/** The number of pages; null without a total. */
export function pageCount(total: number | null, pageSize: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / pageSize));
}

/** Without an exact total a full page may have a next one. */
export function hasNext({ total, isMinimum, rows }: Answer, { page, pageSize }: ListState): boolean {
  const pages = isMinimum ? null : pageCount(total, pageSize);
  return pages === null ? rows >= pageSize : page < pages;
}

/** The number of a row, which continues from page to page. */
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
