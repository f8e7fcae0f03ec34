import { type RawBuilder, sql } from 'kysely';
import type { RecipeGap, RecipesQuery } from '#contract/recipes/read.ts';
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

/** Without `state`: every recipe that is not deleted. */
export function isInState(state: RecipeState | undefined): RawBuilder<boolean> {
  return state ? stateConditions[state] : sql<boolean>`deleted_at is null`;
}

/** Compares without case and accents. */
export function matchesFilters({ mealType, cuisine, tag, state, needs }: Filters): RawBuilder<boolean> {
  const conditions = [isInState(state)];
  if (needs) conditions.push(gapConditions[needs]);
  if (mealType?.trim()) conditions.push(sql`fold_texts(meal_types) @> array[${folded(mealType)}]`);
  if (tag?.trim()) {
    conditions.push(sql`fold_texts(feature_tags || promotional_tags) @> array[${folded(tag)}]`);
  }
  if (cuisine?.trim()) conditions.push(sql`fold(btrim(cuisine)) = ${folded(cuisine)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function folded(text: string): RawBuilder<string> {
  return sql<string>`fold(btrim(${text}::text))`;
}
