import { type RawBuilder, sql } from 'kysely';
import type { UserSortKey, UsersQuery } from '#contract/users/list.ts';
import type { Direction } from '../../db/lists/page.ts';

/** Each has an index of the whole table and one of each group. */
const sortColumns: Readonly<Record<UserSortKey, RawBuilder<unknown>>> = {
  name: sql`name_key`,
  email: sql`lower(email)`,
  created: sql`created_at`,
};

export type Order = { readonly key: UserSortKey; readonly direction: Direction };

/** Newest first without `sort`. */
export function readOrder({ sort, order = 'asc' }: Pick<UsersQuery, 'sort' | 'order'>): Order {
  return sort ? { key: sort, direction: order } : { key: 'created', direction: 'desc' };
}

/** For `users`. Users with the same value are in the order of their ids. */
export function orderBy({ key, direction }: Order): RawBuilder<unknown> {
  return sortedBy(sortColumns[key], direction);
}

/** The value by which `users` are sorted, as a column `sort_key`, and the order by that column. */
export const sortKey = ({ key }: Order): RawBuilder<unknown> => sql`${sortColumns[key]} as sort_key`;
export const orderBySortKey = ({ direction }: Order): RawBuilder<unknown> =>
  sortedBy(sql`sort_key`, direction);

function sortedBy(column: RawBuilder<unknown>, direction: Direction): RawBuilder<unknown> {
  return direction === 'asc' ? sql`${column}, id` : sql`${column} desc, id desc`;
}
