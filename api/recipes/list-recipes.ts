import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { newestIds, type Page } from '../db/lists/newest.ts';
import { matchesByIndex } from '../db/lists/search.ts';
import { countUpToLimit, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { listOrder, matchesFilters } from './filters.ts';
import { readStateCounts } from './values.ts';

type Services = { db: Kysely<Database>; options: AbortableQueryOptions };
type RecipeList = { query: RecipesQuery; page: Page };

const rowColumns = [
  'id',
  'title',
  'description',
  'image_url',
  'preparation_time',
  'cooking_time',
  'meal_types',
  'ingredients',
  'steps',
  'published_at',
  'updated_at',
  'deleted_at',
] as const;

/** Newest first without `sort`. The total is exact, or at least 10,000. */
export async function readRecipeList(services: Services, { query, page }: RecipeList) {
  const where = sql<boolean>`(${matchesByIndex(query.keyword ?? '')} and ${matchesFilters(query)})`;
  const total = await readTotal(services, query, where);
  const ids =
    query.sort || total.isMinimum
      ? sql<{ id: number }>`select id from recipes where ${where}
          order by ${listOrder(query)} limit ${page.limit} offset ${page.offset}`
      : newestIds({ table: 'recipes', where, page, total: total.count });
  const rows = await services.db
    .selectFrom('recipes')
    .where('id', 'in', sql<number>`(${ids})`)
    .select(rowColumns)
    .orderBy(listOrder(query))
    .execute(services.options);
  return { rows, total };
}

/** The number of recipes of each state is kept; anything else is counted: changes of a whole list compare it. */
async function readTotal(
  { db, options }: Services,
  { keyword, mealType, cuisine, tag, state, needs }: RecipesQuery,
  where: RawBuilder<boolean>,
): Promise<Total> {
  const conditions = [keyword, mealType, cuisine, tag].map((text) => text?.trim() ?? '');
  if (conditions.every((text) => text === '') && !needs) {
    const states = await readStateCounts(db, options);
    return { count: state ? states[state] : states.draft + states.published, isMinimum: false };
  }
  const { rows } = await countUpToLimit('recipes', where).execute(db, options);
  return toTotal(rows[0]?.count ?? 0);
}
