import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import { type UsersQuery, userChoices } from '#contract/users/list.ts';
import { isFrequentAmongNewest } from '../../db/lists/frequent.ts';
import { isShortOrForeign, matchesKeyword, matchesUsersByIndex } from '../../db/lists/search.ts';
import type { Database } from '../../db/schema.ts';

export function isFiltered({ keyword, ...query }: UsersQuery): boolean {
  const names = [...Object.keys(userChoices), 'createdFrom', 'createdBefore'] as (keyof typeof query)[];
  return (keyword ?? '').trim() !== '' || names.some((name) => query[name] !== undefined);
}

/** Null without a time. */
export function createdWithin({
  createdFrom,
  createdBefore,
}: Pick<UsersQuery, 'createdFrom' | 'createdBefore'>): RawBuilder<boolean> | null {
  const conditions = [
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${new Date(createdFrom)}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${new Date(createdBefore)}`]),
  ];
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Leaves out what is null. */
export function matchesAll(...conditions: (RawBuilder<boolean> | null)[]): RawBuilder<boolean> {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(present, sql` and `)})`;
}

/** The quickest condition to find every user with the keyword. */
export async function readKeyword(
  reading: { db: Kysely<Database>; options: AbortableQueryOptions },
  keyword: string,
): Promise<RawBuilder<boolean>> {
  if (keyword.trim() === '') return matchesKeyword(keyword);
  const sample = { table: 'users', where: matchesKeyword(keyword) } as const;
  const isFrequent = isShortOrForeign(keyword) && (await isFrequentAmongNewest(reading, sample));
  return isFrequent ? matchesKeyword(keyword) : matchesUsersByIndex(keyword);
}
