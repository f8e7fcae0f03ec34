import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecipeValues } from '#contract/recipes/list.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { chooseCondition } from '../../db/lists/choose-condition.ts';
import { fromNearerEnd, type Page } from '../../db/lists/page.ts';
import { matchesByIndex, matchesKeyword } from '../../db/lists/search.ts';
import { COUNT_LIMIT, countUpToLimit, type Total, toTotal } from '../../db/lists/total.ts';
import type { Database } from '../../db/schema.ts';
import { isInState, matchesFilters } from '../filters.ts';
import { readStateCounts, stateCount } from '../values.ts';
import { foundPage, orderedIds, walkedIds } from './ids.ts';
import { keptFigures, readMatches } from './kept-totals.ts';
import { type Order, orderBy, readOrder } from './order.ts';

type RecipeList = { query: RecipesQuery; page: Page };
type Ordered = RecipeList & { order: Order };

/** Rows before a page that is read from the beginning of the list, whatever its length. */
const MAX_FORWARD_ROWS = 10_000;
/** Rows that are read in the order of the list, before an index of the values is quicker. */
const MAX_EXPECTED_ROWS = 1_000;
/** Matches that are all found and sorted. PostgreSQL would not know that they are few. */
const MAX_SORTED_ROWS = 1_000;
/** The first recipes may have fewer matches than the others. */
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
export async function readRecipeList(db: Kysely<Database>, { query, page }: RecipeList) {
  const list = { query, page, order: readOrder(query) };
  if (page.offset <= MAX_FORWARD_ROWS && isWholeState(query)) return readBeginning(db, list);
  const kept = await readKeptTotal(db, query);
  return kept ? readFiltered(db, list, kept) : readFound(db, list);
}

type Kept = { matches: number; recipes: number };

/** By the values of the recipes. */
async function readFiltered(
  db: Kysely<Database>,
  { query, page, order }: Ordered,
  { matches, recipes }: Kept,
) {
  const where = matchesFilters(query);
  const total = exactly(matches);
  const wanted = Math.min(page.limit, matches - page.offset);
  // Many of all recipes match: the page is soon full if the first ones are read one by one.
  const expected = ((page.offset + page.limit) * recipes) / matches;
  if (expected <= MAX_EXPECTED_ROWS) {
    const within = isInState(query.state);
    const ids = walkedIds({ within, where, order, page }, Math.ceil(expected * WALK_MARGIN));
    const rows = await readRows(db, { ids, order });
    if (rows.length >= wanted) return { rows, total };
  }
  const ids =
    matches <= MAX_SORTED_ROWS
      ? sql<{ id: number }>`select page_id from ${foundPage({ where, order, page })} as page`
      : orderedIds({ where, ...fromNearerEnd(order, page, matches) });
  return { rows: await readRows(db, { ids, order }), total };
}

/** One pass over the index finds the page and counts the matches. */
async function readFound(db: Kysely<Database>, { query, page, order }: Ordered) {
  const others = matchesFilters(query);
  const keyword = query.keyword ?? '';
  // No index has the version: without it, PostgreSQL may look for the word in the whole index of the titles.
  const indexed = sql<boolean>`(${matchesByIndex(keyword)} and version > 0)`;
  const found = await chooseCondition(db, { table: 'recipes', keyword, indexed, others });
  if (!found) return readMany(db, { query, page, order });
  const where = sql<boolean>`(${found} and ${others})`;
  const rows = await selectRows(db, order)
    .innerJoin(foundPage({ where, order, page }).as('page'), 'page_id', 'recipes.id')
    .select('matches')
    .execute();
  const total = rows[0] ? toTotal(rows[0].matches) : await countMatches(db, where);
  if (!total.isMinimum) return { rows, total };
  // The first that were found are not the first of the list.
  return readMany(db, { query, page, order });
}

/** More matches than are counted. */
async function readMany(db: Kysely<Database>, { query, page, order }: Ordered) {
  const where = sql<boolean>`(${matchesKeyword(query.keyword ?? '')} and ${matchesFilters(query)})`;
  const ids = walkedIds({ within: isInState(query.state), where, order, page }, null);
  return { rows: await readRows(db, { ids, order }), total: toTotal(COUNT_LIMIT + 1) };
}

function exactly(count: number): Total {
  return { count, isMinimum: false };
}

/** Brings the total along, which is kept. */
async function readBeginning(db: Kysely<Database>, { query, page, order }: Ordered) {
  const ids = orderedIds({ where: matchesFilters(query), order, page });
  const rows = await selectRows(db, order)
    .where('id', 'in', sql<number>`(${ids})`)
    .select(stateCount(query.state).as('total'))
    .execute();
  const count = rows[0]?.total ?? totalOf(await readStateCounts(db), query);
  return { rows, total: exactly(count) };
}

function selectRows(db: Kysely<Database>, order: Order) {
  return db.selectFrom('recipes').select(rowColumns).orderBy(orderBy(order));
}

async function readRows(
  db: Kysely<Database>,
  { ids, order }: { ids: RawBuilder<{ id: number }>; order: Order },
) {
  return selectRows(db, order).where('id', 'in', sql<number>`(${ids})`).execute();
}

/** The number of recipes of each state is kept. */
function isWholeState({ keyword, mealType, cuisine, tag, needs }: RecipesQuery): boolean {
  return !needs && [keyword, mealType, cuisine, tag].every((text) => !text?.trim());
}

function totalOf(states: RecipeValues['states'], { state }: RecipesQuery): number {
  return state ? states[state] : states.draft + states.published;
}

/** Null if the figures do not count the matches of this list. `recipes`: all that are listed without a condition. */
async function readKeptTotal(db: Kysely<Database>, query: RecipesQuery): Promise<Kept | null> {
  const figures = isWholeState(query) ? [] : keptFigures(query);
  if (!figures) return null;
  const states = await readStateCounts(db);
  const recipes = states.draft + states.published;
  if (figures.length === 0) return { matches: totalOf(states, query), recipes };
  const matches = await readMatches(db, figures);
  return matches === null ? null : { matches, recipes };
}

/** Changes of a whole list compare it, so it is not remembered. */
async function countMatches(db: Kysely<Database>, where: RawBuilder<boolean>): Promise<Total> {
  const { rows } = await countUpToLimit('recipes', where).execute(db);
  return toTotal(rows[0]?.count ?? 0);
}
