import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../db/lists/page.ts';
import { COUNT_LIMIT } from '../../db/lists/total.ts';
import type { Group } from './groups.ts';
import { type Order, orderBy, orderBySortKey, sortKey } from './order.ts';

/** Queries for the ids of a page, each for another kind of filter. */

type Ids = RawBuilder<{ id: number }>;

type Listed = {
  /** Null: all users. */
  groups: readonly Group[] | null;
  where: RawBuilder<boolean>;
  order: Order;
  page: Page;
};

/** In the order of an index: of the table, or of each group, whose rows are merged. `where` is met by many rows. */
export function orderedIds({ groups, where, order, page: { offset, limit } }: Listed): Ids {
  if (!groups) {
    return sql`select id from users where ${where} order by ${orderBy(order)} limit ${limit} offset ${offset}`;
  }
  return sql`select id from ${firstOfGroups(groups, { where, order }, offset + limit)}
    order by ${orderBySortKey(order)} limit ${limit} offset ${offset}`;
}

/** Reads the first rows one by one until the page is full: for a condition that many rows meet. */
export function walkedIds(
  { within, where, order, page: { offset, limit } }: Omit<Listed, 'groups'> & { within: RawBuilder<boolean> },
  maxRows: number | null,
): Ids {
  // The inner limit or offset keeps the planner from choosing another way.
  const bound = maxRows === null ? sql`offset 0` : sql`limit ${maxRows}`;
  return sql`select id from (select * from users where ${within} order by ${orderBy(order)} ${bound}) as listed
    where ${where} limit ${limit} offset ${offset}`;
}

/** Finds every match first, at most one more than the limit: how many and, if they are not more, the ids of a page. */
export function foundUpToLimit({
  where,
  order,
  page: { offset, limit },
}: Omit<Listed, 'groups'>): RawBuilder<{ count: number; ids: number[] }> {
  return sql`with found as materialized (
      select id, ${sortKey(order)} from users where ${where} limit ${COUNT_LIMIT + 1}
    )
    select (select count(*)::integer from found) as count,
      array(
        select id from found where (select count(*) from found) <= ${COUNT_LIMIT}
        order by ${orderBySortKey(order)} limit ${limit} offset ${offset}
      ) as ids`;
}

/** A query for a `count` of rows, which reads at most one more than the limit. */
export function countUpToLimitIn({
  groups,
  where,
  order,
}: Omit<Listed, 'page'>): RawBuilder<{ count: number }> {
  const limit = COUNT_LIMIT + 1;
  const rows = groups
    ? firstOfGroups(groups, { where, order }, limit)
    : sql`(select from users where ${where}) as found`;
  return sql`select count(*)::integer as count from (select from ${rows} limit ${limit}) as counted`;
}

/** The order makes the planner read the index of the group. */
function firstOfGroups(
  groups: readonly Group[],
  { where, order }: Pick<Listed, 'where' | 'order'>,
  rows: number,
): RawBuilder<unknown> {
  return sql`unnest(${groups.map(({ id }) => id)}::smallint[]) as listed (listed_group),
    lateral (
      select id, ${sortKey(order)} from users where filter_group = listed_group and ${where}
      order by ${orderBy(order)} limit ${rows}
    ) as found`;
}
