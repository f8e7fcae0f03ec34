import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CountedValue, RecipeValues } from '#contract/recipes/list.ts';
import type { RecipeState } from '#contract/recipes/records.ts';
import type { Database } from '../db/schema.ts';

const valueFields = ['mealTypes', 'cuisines', 'cookingMethods', 'featureTags', 'promotionalTags'] as const;
type ValueField = (typeof valueFields)[number];

/** What recipes hold, most frequent first, and how many are in each state and have each gap. Deleted ones have no gaps. */
export async function readValues(db: Kysely<Database>): Promise<RecipeValues> {
  const [values, counts] = await Promise.all([readCountedValues(db), readCounts(db)]);
  return { ...values, ...counts };
}

/** Each value in its most frequent spelling. */
async function readCountedValues(db: Kysely<Database>): Promise<Record<ValueField, CountedValue[]>> {
  const { rows } = await sql<CountedValue & { field: ValueField }>`
    select kind as field, (array_agg(value order by recipes desc, value))[1] as value, sum(recipes)::integer as count
    from recipe_figures where kind in (${sql.join(valueFields)}) and recipes > 0
    group by kind, key order by count desc, key`.execute(db);
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

async function readCounts(db: Kysely<Database>): Promise<Pick<RecipeValues, 'gaps' | 'states'>> {
  const [gap, states] = await Promise.all([readCountsOf(db, 'gap'), readStateCounts(db)]);
  const gaps = {
    any: gap('any'),
    picture: gap('picture'),
    nutrition: gap('nutrition'),
    steps: gap('steps'),
    times: gap('times'),
  };
  return { gaps, states };
}

/** How many recipes are drafts, published and deleted. */
export async function readStateCounts(db: Kysely<Database>): Promise<RecipeValues['states']> {
  const state = await readCountsOf(db, 'state');
  return { draft: state('draft'), published: state('published'), deleted: state('deleted') };
}

/** How many recipes have any gap. Deleted ones have none. */
export async function readGapCount(db: Kysely<Database>): Promise<number> {
  return (await readCountsOf(db, 'gap'))('any');
}

/** How many recipes have a state; without one, how many are not deleted. Inside another query. */
export function stateCount(state: RecipeState | undefined): RawBuilder<number> {
  const states = state ? [state] : ['draft', 'published'];
  return sql<number>`(select coalesce(sum(recipes), 0)::integer from recipe_figures
    where kind = 'state' and key in (${sql.join(states)}))`;
}

async function readCountsOf(db: Kysely<Database>, kind: 'gap' | 'state'): Promise<(key: string) => number> {
  const figures = await db
    .selectFrom('recipe_figures')
    .where('kind', '=', kind)
    .select(['key', 'recipes'])
    .execute();
  const counts = new Map(figures.map(({ key, recipes }) => [key, recipes]));
  return (key) => counts.get(key) ?? 0;
}
