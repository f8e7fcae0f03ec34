import { type RawBuilder, sql } from 'kysely';
import type { RecipeSelection } from '#contract/recipes/bulk.ts';
import type { RecipeSortKey, RecipesQuery } from '#contract/recipes/read.ts';
import type { Page } from '../db/lists/page.ts';
import { conditionsOf, type Filters, type List, selectPage, withTotal } from '../db/lists/read-list.ts';
import { matchesWords } from '../db/lists/search.ts';
import type { Db } from '../db/schema.ts';

/** What a recipe lacks. */
export const gaps = {
  // An address of ours may name a picture that is gone. Addresses of others are not asked.
  picture: sql<boolean>`(coalesce(image_url, '') = '' or (picture_hash(image_url) is not null
    and not exists (select from pictures where hash = picture_hash(image_url))))`,
  nutrition: sql<boolean>`nutrition_values = '[]'`,
  steps: sql<boolean>`cardinality(steps) = 0`,
  // Some food needs no cooking, but all of it some preparation, so a preparation of 0 is an unknown one.
  times: sql<boolean>`preparation_time = 0`,
};

export const hasAnyGap = sql<boolean>`(${sql.join(Object.values(gaps), sql` or `)})`;

export const states = {
  draft: sql<boolean>`(deleted_at is null and published_at is null)`,
  published: sql<boolean>`(deleted_at is null and published_at is not null)`,
  deleted: sql<boolean>`deleted_at is not null`,
};

/** Texts are compared without case and accents. */
const filters: Filters<Omit<RecipeSelection, 'change' | 'outcome'>> = {
  keyword: (keyword) => matchesWords(keyword, (has) => has(sql`search_text`)),
  mealType: (text) => sql`fold_texts(meal_types) @> array[${folded(text)}]`,
  cuisine: (text) => sql`fold(btrim(cuisine)) = ${folded(text)}`,
  tag: (text) => sql`fold_texts(feature_tags || promotional_tags) @> array[${folded(text)}]`,
  state: (state) => states[state],
  needs: (gap) => (gap === 'any' ? hasAnyGap : gaps[gap]),
};

function folded(text: string): RawBuilder<string> {
  return sql<string>`fold(btrim(${text}::text))`;
}

/** Recipes with the same value are newest first, and the other way round in the other direction. */
const orders: Readonly<Record<RecipeSortKey, Record<'asc' | 'desc', RawBuilder<unknown>>>> = {
  title: ordersOf(sql`search_text collate "C"`),
  preparation_time: ordersOf(sql`preparation_time`),
  cooking_time: ordersOf(sql`cooking_time`),
  updated: ordersOf(sql`updated_at`),
};

function ordersOf(column: RawBuilder<unknown>) {
  return { asc: sql`${column}, created_at desc, id desc`, desc: sql`${column} desc, created_at, id` };
}

export type RecipeListQuery = RecipeSelection & Pick<RecipesQuery, 'sort' | 'order'>;

/** The recipes of a bulk change, or those of them that ended with this outcome. */
function isOfChange(change: number, outcome: RecipeSelection['outcome']) {
  return sql<boolean>`recipes.id in (select recipe_id from background_job_rows
    where job_id = ${change}${outcome ? sql` and result = ${outcome}` : sql``})`;
}

/**
 * The recipes that a query asks for; without `state` and `change` all that are not deleted, newest first without `sort`.
 */
export function recipeList({ sort, order = 'asc', change, outcome, ...query }: RecipeListQuery): List {
  return {
    table: 'recipes',
    where: [
      ...(query.state || change ? [] : [sql<boolean>`deleted_at is null`]),
      ...(change ? [isOfChange(change, outcome)] : []),
      ...conditionsOf(filters, query),
    ],
    orderBy: sort ? orders[sort][order] : sql`created_at desc, id desc`,
  };
}

type RecipePage = { query: RecipesQuery; page: Page };

/** The recipes of a page, and how many the list has: exactly, or at least 10,000. */
export function readRecipeList(db: Db, asked: RecipePage) {
  return withTotal(db, recipeList(asked.query), () => readRecipes(db, asked));
}

/** The recipes of a page. */
export function readRecipes(db: Db, { query, page }: RecipePage) {
  const list = recipeList(query);
  return db
    .selectFrom('recipes')
    .where('id', 'in', sql<number>`(${selectPage(list, page)})`)
    .select([
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
    ])
    .orderBy(list.orderBy)
    .execute();
}
