import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../db/lists/page.ts';
import { COUNT_LIMIT } from '../../db/lists/total.ts';
import { type Order, orderBy, orderBySortKey, sortKey } from './order.ts';

/** Queries for the ids of a page, each for another kind of filter. */

type Listed = { where: RawBuilder<boolean>; order: Order; page: Page };

/** By the index of the order or of the filter, which PostgreSQL chooses. */
export function orderedIds({ where, order, page: { offset, limit } }: Listed): RawBuilder<{ id: number }> {
  return sql`select id from recipes where ${where} order by ${orderBy(order)} limit ${limit} offset ${offset}`;
}

/** Reads the first rows one by one until the page is full: for a condition that many rows meet. */
export function walkedIds(
  { within, where, order, page: { offset, limit } }: Listed & { within: RawBuilder<boolean> },
  maxRows: number | null,
): RawBuilder<{ id: number }> {
  // The inner limit or offset keeps the planner from choosing another way.
  const bound = maxRows === null ? sql`offset 0` : sql`limit ${maxRows}`;
  return sql`select id from (
      select * from recipes where ${within} order by ${orderBy(order)} ${bound}) as listed
    where ${where} limit ${limit} offset ${offset}`;
}

/**
 * The ids of a page, each with the number of matches, from one pass over them: for a condition that an index answers.
 * Counts at most one more than the limit; with so many, the page may not be of the first.
 */
export function foundPage({
  where,
  order,
  page: { offset, limit },
}: Listed): RawBuilder<{ page_id: number; matches: number }> {
  return sql`(
    with found as materialized (
      select id, ${sortKey(order)} from recipes where ${where} limit ${COUNT_LIMIT + 1})
    select id as page_id, (select count(*)::integer from found) as matches from found
    order by ${orderBySortKey(order)} limit ${limit} offset ${offset})`;
}
