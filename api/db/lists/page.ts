import type { PageQuery } from '#contract/list-query.ts';

export type Page = { readonly offset: number; readonly limit: number };

const DEFAULT_PAGE_SIZE = 20;

/** Page 1 is the first. Without `page`, as in the specification's call, it is the first `defaultLimit` rows. */
export function toPage({ page, pageSize = DEFAULT_PAGE_SIZE }: PageQuery, defaultLimit = pageSize): Page {
  return page === undefined
    ? { offset: 0, limit: defaultLimit }
    : { offset: (page - 1) * pageSize, limit: pageSize };
}
