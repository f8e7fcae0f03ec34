import type { PageQuery } from '#contract/list-query.ts';

export type Page = { readonly offset: number; readonly limit: number };

const DEFAULT_PAGE_SIZE = 20;

/** Page 1 is the first. */
export function toPage(page: number, pageSize: number): Page {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

/** The page of a history that is asked for. Without `page`, as the specification's call, it is the first `defaultLimit` rows. */
export function historyPage({ page, pageSize = DEFAULT_PAGE_SIZE }: PageQuery, defaultLimit: number): Page {
  return page === undefined ? { offset: 0, limit: defaultLimit } : toPage(page, pageSize);
}
