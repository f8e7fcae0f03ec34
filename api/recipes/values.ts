import { sql } from 'kysely';
import type { CountedValue, RecipeValues } from '#contract/recipes/list.ts';
import type { Db } from '../db/schema.ts';
import { gaps, hasAnyGap, states } from './list-recipes.ts';

type ValueField = Exclude<keyof RecipeValues, 'gaps' | 'states'>;

/**
 * What recipes hold, most frequent first, and how many are in each state and have each gap. Deleted ones have no gaps.
 */
export async function readValues(db: Db): Promise<RecipeValues> {
  return { ...(await readCountedValues(db)), ...(await readGapsAndStates(db)) };
}

/**
 * How many recipes have each value, in its most frequent spelling. A recipe that holds several spellings counts once.
 */
async function readCountedValues(db: Db): Promise<Record<ValueField, CountedValue[]>> {
  const { rows } = await sql<CountedValue & { field: ValueField }>`
    with recipe_values as (
      select id, field, fold(btrim(item)) as key, min(btrim(item)) as value
      from recipes, lateral (
        select 'mealTypes' as field, unnest(meal_types) as item
        union all select 'cuisines', cuisine
        union all select 'cookingMethods', cooking_method
        union all select 'featureTags', unnest(feature_tags)
        union all select 'promotionalTags', unnest(promotional_tags)
      ) as items
      where deleted_at is null and btrim(item) <> '' group by 1, 2, 3
    ), spellings as (
      select field, key, value, count(*) as recipes from recipe_values group by 1, 2, 3
    )
    select field, (array_agg(value order by recipes desc, value))[1] as value, sum(recipes)::integer as count
    from spellings group by field, key order by count desc, key`.execute(db);
  const listOf = (field: ValueField) =>
    rows.filter((row) => row.field === field).map(({ value, count }) => ({ value, count }));
  return {
    mealTypes: listOf('mealTypes'),
    cuisines: listOf('cuisines'),
    cookingMethods: listOf('cookingMethods'),
    featureTags: listOf('featureTags'),
    promotionalTags: listOf('promotionalTags'),
  };
}

/** How many recipes have each gap and are in each state. */
export async function readGapsAndStates(db: Db): Promise<Pick<RecipeValues, 'gaps' | 'states'>> {
  const countGap = (condition: typeof hasAnyGap) => countOf(sql`${condition} and deleted_at is null`);
  const { rows } = await sql<RecipeValues['gaps'] & RecipeValues['states']>`
    select ${countGap(hasAnyGap)} as "any", ${countGap(gaps.picture)} as picture, ${countGap(gaps.nutrition)} as nutrition,
      ${countGap(gaps.steps)} as steps, ${countGap(gaps.times)} as times, ${countOf(states.draft)} as draft,
      ${countOf(states.published)} as published, ${countOf(states.deleted)} as deleted
    from recipes`.execute(db);
  const [row] = rows;
  const { any = 0, picture = 0, nutrition = 0, steps = 0, times = 0 } = row ?? {};
  const { draft = 0, published = 0, deleted = 0 } = row ?? {};
  return { gaps: { any, picture, nutrition, steps, times }, states: { draft, published, deleted } };
}

function countOf(condition: ReturnType<typeof sql>) {
  return sql`count(*) filter (where ${condition})::integer`;
}
