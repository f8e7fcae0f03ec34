import type { ListState } from './list-state.ts';
import { PAGE_SIZES } from './list-state.ts';
import { hasNext, pageCount, summary } from './paging.ts';

type Props = {
  /** What the address asks for. */
  state: ListState;
  /** What is on screen: the answer to an earlier state while the next one loads. */
  shown: { state: ListState; total: number | null; rows: number };
  change: (change: Partial<ListState>) => void;
  /** Offered where the list lets people choose. */
  sizes?: boolean;
};

/** The foot of a list: what is shown, how much of it, and the way to the neighbouring pages. */
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
        {/* Never really disabled: a button that loses its focus when the last page comes strands the keyboard. */}
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
