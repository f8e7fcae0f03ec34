/** Stored in the URL only. */
export type ListState = { keyword: string; page: number; pageSize: number };

export const PAGE_SIZES = [5, 10, 20] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** Invalid parameters get their defaults. */
export function readListState(search: string, sizes: readonly number[] = PAGE_SIZES): ListState {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page'));
  const size = Number(parameters.get('pageSize'));
  return {
    keyword: (parameters.get('keyword') ?? '').trim().slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: sizes.includes(size) ? size : DEFAULT_PAGE_SIZE,
  };
}

/** Omits defaults. */
export function writeListState({ keyword, page, pageSize }: ListState): string {
  const parameters = new URLSearchParams();
  if (keyword) parameters.set('keyword', keyword);
  if (page > 1) parameters.set('page', String(page));
  if (pageSize !== DEFAULT_PAGE_SIZE) parameters.set('pageSize', String(pageSize));
  const query = parameters.toString();
  return query && `?${query}`;
}

/** A change of the rows returns to page 1. */
export function applyChange(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, ...change };
  const hasOtherRows = next.keyword !== state.keyword || next.pageSize !== state.pageSize;
  return hasOtherRows ? { ...next, page: 1 } : next;
}
