import { type RawBuilder, sql } from 'kysely';
import type { RecipeGap, RecipeSortKey, RecipesQuery } from '#contract/recipes/read.ts';
import type { RecipeState } from '#contract/recipes/records.ts';

type Filters = Pick<RecipesQuery, 'mealType' | 'cuisine' | 'tag' | 'state' | 'needs'>;

const gapConditions: Readonly<Record<RecipeGap | 'any', RawBuilder<boolean>>> = {
  picture: sql<boolean>`coalesce(image_url, '') = ''`,
  nutrition: sql<boolean>`nutrition_values = '[]'`,
  steps: sql<boolean>`cardinality(steps) = 0`,
  times: sql<boolean>`(preparation_time = 0 and cooking_time = 0)`,
  any: sql<boolean>`(coalesce(image_url, '') = '' or nutrition_values = '[]' or cardinality(steps) = 0
    or (preparation_time = 0 and cooking_time = 0))`,
};

const stateConditions: Readonly<Record<RecipeState, RawBuilder<boolean>>> = {
  draft: sql<boolean>`(deleted_at is null and published_at is null)`,
  published: sql<boolean>`(deleted_at is null and published_at is not null)`,
  deleted: sql<boolean>`(deleted_at is not null)`,
};

export const isKept = sql<boolean>`deleted_at is null`;

/** Compares without case and accents. Without `state`: every recipe that is not deleted. */
export function matchesFilters({ mealType, cuisine, tag, state, needs }: Filters): RawBuilder<boolean> {
  const conditions = [state ? stateConditions[state] : isKept];
  if (needs) conditions.push(gapConditions[needs]);
  if (mealType?.trim()) conditions.push(sql`fold_texts(meal_types) @> array[${folded(mealType)}]`);
  if (tag?.trim()) {
    conditions.push(sql`fold_texts(feature_tags || promotional_tags) @> array[${folded(tag)}]`);
  }
  if (cuisine?.trim()) conditions.push(sql`fold(btrim(cuisine)) = ${folded(cuisine)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const sortColumns: Readonly<Record<RecipeSortKey, RawBuilder<unknown>>> = {
  title: sql`search_text collate "C"`,
  preparation_time: sql`preparation_time`,
  cooking_time: sql`cooking_time`,
  updated: sql`updated_at`,
};

/** Newest first without `sort`. Recipes with the same value are newest first. */
export function listOrder({
  sort,
  order = 'asc',
}: Pick<RecipesQuery, 'sort' | 'order'>): RawBuilder<unknown> {
  if (!sort) return sql`created_at desc, id desc`;
  return sql`${sortColumns[sort]} ${order === 'asc' ? sql`asc` : sql`desc`}, created_at desc, id desc`;
}

function folded(text: string): RawBuilder<string> {
  return sql<string>`fold(btrim(${text}::text))`;
}
