import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecipeValues } from '#contract/recipes/list.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { newestIds, type Page } from '../db/lists/newest.ts';
import { matchesByIndex } from '../db/lists/search.ts';
import { countUpToLimit, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { listOrder, matchesFilters } from './filters.ts';
import { readStateCounts, stateCount } from './values.ts';

type Services = { db: Kysely<Database>; options: AbortableQueryOptions };
type RecipeList = { query: RecipesQuery; page: Page };

/** Rows before a page that is read from the beginning of the list, whatever its length. */
const MAX_FORWARD_ROWS = 10_000;

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
  if (!query.sort && page.offset <= MAX_FORWARD_ROWS && isWholeState(query)) {
    return readBeginning(services, { query, page });
  }
  const where = sql<boolean>`(${matchesByIndex(query.keyword ?? '')} and ${matchesFilters(query)})`;
  const total = await readTotal(services, query, where);
  const ids =
    query.sort || total.isMinimum
      ? sql<{ id: number }>`select id from recipes where ${where}
          order by ${listOrder(query)} limit ${page.limit} offset ${page.offset}`
      : newestIds({ table: 'recipes', where, page, total: total.count });
  const rows = await selectRows(services, { query, ids }).execute(services.options);
  return { rows, total };
}

/** Brings the total along, which is kept. */
async function readBeginning({ db, options }: Services, { query, page }: RecipeList) {
  const ids = newestIds({
    table: 'recipes',
    where: matchesFilters(query),
    page,
    total: Number.POSITIVE_INFINITY,
  });
  const rows = await selectRows({ db, options }, { query, ids })
    .select(stateCount(query.state).as('total'))
    .execute(options);
  const count = rows[0]?.total ?? totalOf(await readStateCounts(db, options), query);
  return { rows, total: { count, isMinimum: false } };
}

function selectRows(
  { db }: Services,
  { query, ids }: { query: RecipesQuery; ids: RawBuilder<{ id: number }> },
) {
  return db
    .selectFrom('recipes')
    .where('id', 'in', sql<number>`(${ids})`)
    .select(rowColumns)
    .orderBy(listOrder(query));
}

/** The number of recipes of each state is kept. */
function isWholeState({ keyword, mealType, cuisine, tag, needs }: RecipesQuery): boolean {
  return !needs && [keyword, mealType, cuisine, tag].every((text) => !text?.trim());
}

function totalOf(states: RecipeValues['states'], { state }: RecipesQuery): number {
  return state ? states[state] : states.draft + states.published;
}

/** Without conditions it is kept; anything else is counted: changes of a whole list compare it. */
async function readTotal(
  { db, options }: Services,
  query: RecipesQuery,
  where: RawBuilder<boolean>,
): Promise<Total> {
  if (isWholeState(query)) {
    return { count: totalOf(await readStateCounts(db, options), query), isMinimum: false };
  }
  const { rows } = await countUpToLimit('recipes', where).execute(db, options);
  return toTotal(rows[0]?.count ?? 0);
}
