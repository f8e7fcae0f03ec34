import type { ListState } from './list-state.ts';
import { PAGE_SIZES } from './list-state.ts';
import { hasNext, pageCount, summary } from './paging.ts';

type Props = {
  state: ListState;
  /** Still the earlier page while the next one loads. */
  shown: { state: ListState; total: number | null; rows: number };
  change: (change: Partial<ListState>) => void;
  sizes?: boolean;
};

export function Paging({ state, shown, change, sizes = false }: Props) {
  const { page, pageSize } = state;
  const pages = pageCount(shown.total, pageSize);
  const first = page <= 1;
  const last = !hasNext(shown, state);
  return (
    <nav className="paging" aria-label="Pages">
      <p role="status">{summary(shown, shown.state)}</p>
      {sizes && (
        <label>
          Rows per page{' '}
          <select value={pageSize} onChange={(event) => change({ pageSize: Number(event.target.value) })}>
            {PAGE_SIZES.map((size) => (
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
          aria-disabled={first || undefined}
          onClick={() => first || change({ page: page - 1 })}
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
          aria-disabled={last || undefined}
          onClick={() => last || change({ page: page + 1 })}
        >
          Next
        </button>
      </div>
    </nav>
  );
}
