import type { Change } from '#contract/audit.ts';

/**
 * What the log says of an export: its filters, without its order and without the words of a search. They may be a person's,
 * and no erasure would find them.
 */
export function describeFilters({
  keyword,
  sort: _sort,
  order: _order,
  ...filters
}: Readonly<Record<string, unknown>>): Change[] {
  const chosen = Object.entries(filters).map(([field, to]) => ({
    field,
    from: null,
    to: to === undefined ? null : String(to),
  }));
  const isSearch = typeof keyword === 'string' && keyword.trim() !== '';
  return isSearch ? [...chosen, { field: 'keyword', from: null, to: null }] : chosen;
}
