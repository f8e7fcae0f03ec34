import type { AbortableQueryOptions, Kysely, RawBuilder } from 'kysely';
import { isFrequentAmongNewest } from '../../db/lists/frequent.ts';
import { isShortOrForeign, matchesByIndex, matchesKeyword } from '../../db/lists/search.ts';
import type { Database } from '../../db/schema.ts';
import { isInState } from '../filters.ts';

/** The quickest condition to find every recipe with the keyword. Many of the newest recipes contain a short word. */
export async function readKeyword(
  reading: { db: Kysely<Database>; options: AbortableQueryOptions },
  keyword: string,
): Promise<RawBuilder<boolean>> {
  if (keyword.trim() === '' || !isShortOrForeign(keyword)) return matchesByIndex(keyword);
  const newest = { walked: isInState(undefined), where: matchesKeyword(keyword) };
  const isFrequent = await isFrequentAmongNewest(reading, { table: 'recipes', ...newest });
  return isFrequent ? matchesKeyword(keyword) : matchesByIndex(keyword);
}
