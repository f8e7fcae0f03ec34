import { type RawBuilder, sql } from 'kysely';
import type { RecipeSortKey, RecipesQuery } from '#contract/recipes/read.ts';
import type { Direction } from '../../db/lists/page.ts';

/** Each has an index of the recipes that are not deleted. */
const sortColumns: Readonly<Record<RecipeSortKey | 'created', RawBuilder<unknown>>> = {
  title: sql`search_text collate "C"`,
  preparation_time: sql`preparation_time`,
  cooking_time: sql`cooking_time`,
  updated: sql`updated_at`,
  created: sql`created_at`,
};

export type Order = { readonly key: RecipeSortKey | 'created'; readonly direction: Direction };

/** Newest first without `sort`. */
export function readOrder({ sort, order = 'asc' }: Pick<RecipesQuery, 'sort' | 'order'>): Order {
  return sort ? { key: sort, direction: order } : { key: 'created', direction: 'desc' };
}

/** For `recipes`. Each direction is the other one backwards, so that one index has both. */
export function orderBy({ key, direction }: Order): RawBuilder<unknown> {
  return sortedBy(sortColumns[key], { key, direction });
}

/** What `orderBySortKey` needs of `recipes`, as columns. */
export const sortKey = ({ key }: Order): RawBuilder<unknown> =>
  sql`${sortColumns[key]} as sort_key, created_at`;
export const orderBySortKey = (order: Order): RawBuilder<unknown> => sortedBy(sql`sort_key`, order);

function sortedBy(column: RawBuilder<unknown>, { key, direction }: Order): RawBuilder<unknown> {
  if (key === 'created') return direction === 'asc' ? sql`${column}, id` : sql`${column} desc, id desc`;
  return direction === 'asc' ? sql`${column}, created_at desc, id desc` : sql`${column} desc, created_at, id`;
}
