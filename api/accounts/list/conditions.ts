import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import { type UsersQuery, userChoices } from '#contract/users/list.ts';
import { isShortOrForeign, matchesKeyword, matchesUsersByIndex } from '../../db/lists/search.ts';
import type { Database } from '../../db/schema.ts';

/** The newest rows tell how frequent a short word is. The index of a frequent one would list too many rows. */
const SAMPLE_ROWS = 2_000;
const FREQUENT_SHARE = 0.05;

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
  const isFrequent = isShortOrForeign(keyword) && (await isFrequentAmongNewest(reading, keyword));
  return isFrequent ? matchesKeyword(keyword) : matchesUsersByIndex(keyword);
}

async function isFrequentAmongNewest(
  { db, options }: { db: Kysely<Database>; options: AbortableQueryOptions },
  keyword: string,
): Promise<boolean> {
  if (keyword.trim() === '') return true;
  const { rows } = await sql<{ hits: number }>`
    select count(*)::integer as hits
    from (select search_text from users order by created_at desc, id desc limit ${SAMPLE_ROWS}) as newest
    where ${matchesKeyword(keyword)}`.execute(db, options);
  return (rows[0]?.hits ?? 0) >= SAMPLE_ROWS * FREQUENT_SHARE;
}
