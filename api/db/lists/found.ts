import { type RawBuilder, sql } from 'kysely';
import type { Page } from './newest.ts';
import { COUNT_LIMIT } from './total.ts';

type Found = { table: 'users' | 'recipes'; where: RawBuilder<boolean>; page: Page };

/**
 * A query for the ids of a page, newest first, each with the number of matches, from one pass over them: for a condition
 * that an index answers. Counts at most one more than the limit; with so many, the page may not be of the newest.
 */
export function foundPage({
  table,
  where,
  page: { offset, limit },
}: Found): RawBuilder<{ page_id: number; matches: number }> {
  return sql`(
    with found as materialized (
      select id, created_at from ${sql.table(table)} where ${where} limit ${COUNT_LIMIT + 1})
    select id as page_id, (select count(*)::integer from found) as matches from found
    order by created_at desc, id desc limit ${limit} offset ${offset})`;
}
