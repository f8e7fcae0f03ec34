import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecipeValues } from '#contract/recipes/list.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { foundPage } from '../db/lists/found.ts';
import { isFrequentAmongNewest } from '../db/lists/frequent.ts';
import { newestIds, type Page, walkNewestIds } from '../db/lists/newest.ts';
import { isShortOrForeign, matchesByIndex, matchesKeyword } from '../db/lists/search.ts';
import { countUpToLimit, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { isKept, listOrder, matchesFilters } from './filters.ts';
import { keptFigures, readMatches } from './kept-totals.ts';
import { readStateCounts, stateCount } from './values.ts';

type Services = { db: Kysely<Database>; options: AbortableQueryOptions };
type RecipeList = { query: RecipesQuery; page: Page };

/** Rows before a page that is read from the beginning of the list, whatever its length. */
const MAX_FORWARD_ROWS = 10_000;
/** Rows that are read in the order of the list, before an index of the values is quicker. */
const MAX_EXPECTED_ROWS = 1_000;
/** The newest recipes may have fewer matches than the others. */
const WALK_MARGIN = 4;

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
  const kept = await readKeptTotal(services, query);
  if (kept && !query.sort) return readFiltered(services, { query, page }, kept);
  const condition = (await isFrequent(services, query)) ? matchesKeyword : matchesByIndex;
  const where = sql<boolean>`(${condition(query.keyword ?? '')} and ${matchesFilters(query)})`;
  if (!query.sort) return readFound(services, { query, page, where });
  const total = kept ? exactly(kept.matches) : await countMatches(services, where);
  const ids = sql<{ id: number }>`select id from recipes where ${where}
    order by ${listOrder(query)} limit ${page.limit} offset ${page.offset}`;
  return {
    rows: await selectRows(services, query)
      .where('id', 'in', sql<number>`(${ids})`)
      .execute(services.options),
    total,
  };
}

type Kept = { matches: number; recipes: number };

/** By the values of the recipes. */
async function readFiltered(services: Services, { query, page }: RecipeList, { matches, recipes }: Kept) {
  const find = (ids: RawBuilder<{ id: number }>) =>
    selectRows(services, query).where('id', 'in', sql<number>`(${ids})`).execute(services.options);
  const list = { table: 'recipes', where: matchesFilters(query), page } as const;
  const total = exactly(matches);
  const wanted = Math.min(page.limit, matches - page.offset);
  // Many of all recipes match: the page is soon full if the newest ones are read one by one.
  const expected = ((page.offset + page.limit) * recipes) / matches;
  if (expected <= MAX_EXPECTED_ROWS) {
    const rows = await find(walkNewestIds({ ...list, walked: isKept }, Math.ceil(expected * WALK_MARGIN)));
    if (rows.length >= wanted) return { rows, total };
  }
  return { rows: await find(newestIds({ ...list, total: matches })), total };
}

/** One pass over the index finds the page and counts the matches. */
async function readFound(
  services: Services,
  { query, page, where }: RecipeList & { where: RawBuilder<boolean> },
) {
  const { options } = services;
  const rows = await selectRows(services, query)
    .innerJoin(foundPage({ table: 'recipes', where, page }).as('page'), 'page_id', 'recipes.id')
    .select('matches')
    .execute(options);
  const total = rows[0] ? toTotal(rows[0].matches) : await countMatches(services, where);
  if (!total.isMinimum) return { rows, total };
  // The first that were found are not the newest.
  const ids = walkNewestIds({ table: 'recipes', walked: isKept, where, page }, null);
  return {
    rows: await selectRows(services, query).where('id', 'in', sql<number>`(${ids})`).execute(options),
    total,
  };
}

/** Many of the newest recipes contain a short word. */
async function isFrequent({ db, options }: Services, { keyword = '' }: RecipesQuery): Promise<boolean> {
  if (keyword.trim() === '' || !isShortOrForeign(keyword)) return false;
  return isFrequentAmongNewest(
    { db, options },
    { table: 'recipes', walked: isKept, where: matchesKeyword(keyword) },
  );
}

function exactly(count: number): Total {
  return { count, isMinimum: false };
}

/** Brings the total along, which is kept. */
async function readBeginning({ db, options }: Services, { query, page }: RecipeList) {
  const ids = newestIds({
    table: 'recipes',
    where: matchesFilters(query),
    page,
    total: Number.POSITIVE_INFINITY,
  });
  const rows = await selectRows({ db, options }, query)
    .where('id', 'in', sql<number>`(${ids})`)
    .select(stateCount(query.state).as('total'))
    .execute(options);
  const count = rows[0]?.total ?? totalOf(await readStateCounts(db, options), query);
  return { rows, total: { count, isMinimum: false } };
}

function selectRows({ db }: Services, query: RecipesQuery) {
  return db.selectFrom('recipes').select(rowColumns).orderBy(listOrder(query));
}

/** The number of recipes of each state is kept. */
function isWholeState({ keyword, mealType, cuisine, tag, needs }: RecipesQuery): boolean {
  return !needs && [keyword, mealType, cuisine, tag].every((text) => !text?.trim());
}

function totalOf(states: RecipeValues['states'], { state }: RecipesQuery): number {
  return state ? states[state] : states.draft + states.published;
}

/** Null if the figures do not count the matches of this list. `recipes`: all that are listed without a condition. */
async function readKeptTotal({ db, options }: Services, query: RecipesQuery): Promise<Kept | null> {
  const figures = isWholeState(query) ? [] : keptFigures(query);
  if (!figures) return null;
  const states = await readStateCounts(db, options);
  const recipes = states.draft + states.published;
  if (figures.length === 0) return { matches: totalOf(states, query), recipes };
  const matches = await readMatches({ db, options }, figures);
  return matches === null ? null : { matches, recipes };
}

/** Changes of a whole list compare it, so it is not remembered. */
async function countMatches({ db, options }: Services, where: RawBuilder<boolean>): Promise<Total> {
  const { rows } = await countUpToLimit('recipes', where).execute(db, options);
  return toTotal(rows[0]?.count ?? 0);
}
