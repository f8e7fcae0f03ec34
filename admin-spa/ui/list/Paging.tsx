import { useLayoutEffect, useRef } from 'react';
import type { ListState } from './list-state.ts';
import { PAGE_SIZES } from './list-state.ts';
import { hasNext, pageCount, pageRange, pageSummary } from './paging.ts';

type Props = {
  state: ListState;
  /** Still the earlier page while the next one loads. */
  current: { state: ListState; total: number | null; isMinimum?: boolean; rows: number };
  change: (change: Partial<ListState>) => void;
  hasPageSizes?: boolean;
  pageSizes?: readonly number[];
  /** If a screen has several. */
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
        <span className={range === null ? undefined : 'visually-hidden'}>
          {pageSummary(current, current.state)}
        </span>
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
        <span>
          Page {page}
          {pages !== null && ` of ${pages}`}
        </span>
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
