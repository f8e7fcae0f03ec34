/** The state of a list is stored in the URL only. */
export type ListState = { keyword: string; page: number; pageSize: number; filters: Filters };

/** The values stand by their name in the URL. The order of a sorted list is `sort` and `order`. */
export type Filters = Readonly<Record<string, string>>;

/** The values that a filter can have, as a list or as a check; null for any text. */
type FilterRule = readonly string[] | ((value: string) => boolean) | null;
type FilterRules = Readonly<Record<string, FilterRule>>;

export type ListOptions = {
  readonly sizes?: readonly number[];
  readonly defaultSize?: number;
  readonly filters?: FilterRules;
  /** False: the address has no search. */
  readonly hasSearch?: boolean;
  /** The list has no parameters: nothing is read from the address. */
  readonly isWhole?: boolean;
};

export const PAGE_SIZES = [5, 10, 20] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Pages of a list stay in the cache for this time, so that they show at once when a person returns to them. */
export const LIST_CACHE_MS = 60 * 60_000;

const MAX_TEXT_LENGTH = 200;
const MAX_PAGE = 1_000_000;

/** Reads the state from the URL. Invalid parameters get their defaults. */
export function readListState(search: string, options: ListOptions = {}): ListState {
  const { sizes = PAGE_SIZES, defaultSize = DEFAULT_PAGE_SIZE, filters = {} } = options;
  const { hasSearch = true, isWhole = false } = options;
  if (isWhole) return { keyword: '', page: 1, pageSize: defaultSize, filters: {} };
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page'));
  const size = Number(parameters.get('pageSize'));
  return {
    keyword: hasSearch ? readText(parameters, 'keyword') : '',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    pageSize: sizes.includes(size) ? size : defaultSize,
    filters: readFilters(parameters, filters),
  };
}

function readText(parameters: URLSearchParams, name: string): string {
  return (parameters.get(name) ?? '').trim().slice(0, MAX_TEXT_LENGTH);
}

function readFilters(parameters: URLSearchParams, rules: FilterRules): Filters {
  const found = Object.entries(rules).flatMap(([name, rule]) => {
    const value = readText(parameters, name);
    return value && isAllowed(rule, value) ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

function isAllowed(rule: FilterRule, value: string): boolean {
  return rule === null || (typeof rule === 'function' ? rule(value) : rule.includes(value));
}

/** Writes the state as the query of a URL, without what is the default. */
export function writeListState(
  { keyword, page, pageSize, filters }: ListState,
  { defaultSize = DEFAULT_PAGE_SIZE }: ListOptions = {},
): string {
  const parameters = new URLSearchParams();
  if (keyword) parameters.set('keyword', keyword);
  for (const [name, value] of Object.entries(filters)) parameters.set(name, value);
  if (page > 1) parameters.set('page', String(page));
  if (pageSize !== defaultSize) parameters.set('pageSize', String(pageSize));
  const query = parameters.toString();
  return query && `?${query}`;
}

/** A change of the rows returns to page 1. */
export function applyChange(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, ...change };
  const hasOtherRows =
    next.keyword !== state.keyword || next.pageSize !== state.pageSize || change.filters !== undefined;
  return hasOtherRows ? { ...next, page: 1 } : next;
}
