import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import { isFrequentAmongNewest } from '../../db/lists/frequent.ts';
import { isShortOrForeign, matchesByIndex, matchesKeyword } from '../../db/lists/search.ts';
import type { Database } from '../../db/schema.ts';
import { isInState } from '../filters.ts';

/** The quickest condition to find every recipe with the keyword. Many of the newest recipes contain a short word. */
export async function readKeyword(
  reading: { db: Kysely<Database>; options: AbortableQueryOptions },
  keyword: string,
): Promise<RawBuilder<boolean>> {
  if (keyword.trim() === '') return matchesKeyword(keyword);
  const newest = { walked: isInState(undefined), where: matchesKeyword(keyword) };
  const isFrequent =
    isShortOrForeign(keyword) && (await isFrequentAmongNewest(reading, { table: 'recipes', ...newest }));
  if (isFrequent) return matchesKeyword(keyword);
  // No index has the version: without it, PostgreSQL may look for the word in the whole index of the titles.
  return sql<boolean>`(${matchesByIndex(keyword)} and version > 0)`;
}
