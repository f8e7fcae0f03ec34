import { type Kysely, sql } from 'kysely';
import type { CountedValue, RecipeValues } from '#contract/recipes/list.ts';
import type { Database } from '../db/schema.ts';
import { gapConditions, isKept, stateConditions } from './filters.ts';

const columns = {
  mealTypes: sql`unnest(meal_types)`,
  cuisines: sql`cuisine`,
  cookingMethods: sql`cooking_method`,
  featureTags: sql`unnest(feature_tags)`,
  promotionalTags: sql`unnest(promotional_tags)`,
} as const;
type ValueField = keyof typeof columns;

const valueFields = Object.keys(columns) as ValueField[];

/** What recipes hold, most frequent first, and how many are in each state and have each gap. */
export async function readValues(db: Kysely<Database>): Promise<RecipeValues> {
  const [values, counts] = await Promise.all([readCountedValues(db), readCounts(db)]);
  return { ...values, ...counts };
}

/** Each value in its most frequent spelling. */
async function readCountedValues(db: Kysely<Database>): Promise<Record<ValueField, CountedValue[]>> {
  const used = valueFields.map(
    (field) =>
      sql`select ${sql.lit(field)} as field, id, ${columns[field]} as value from recipes where ${isKept}`,
  );
  const { rows } = await sql<CountedValue & { field: ValueField }>`
    select field, mode() within group (order by btrim(value)) as value, count(distinct id)::integer as count
    from (${sql.join(used, sql` union all `)}) as used
    where btrim(value) <> ''
    group by field, fold(btrim(value))
    order by count desc, fold(btrim(value))`.execute(db);
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

/** Deleted recipes have no gaps. */
async function readCounts(db: Kysely<Database>): Promise<Pick<RecipeValues, 'gaps' | 'states'>> {
  const gap = (name: keyof typeof gapConditions) =>
    sql<number>`count(*) filter (where ${isKept} and ${gapConditions[name]})::integer`;
  const state = (name: keyof typeof stateConditions) =>
    sql<number>`count(*) filter (where ${stateConditions[name]})::integer`;
  const { draft, published, deleted, ...gaps } = await db
    .selectFrom('recipes')
    .select([
      gap('any').as('any'),
      gap('picture').as('picture'),
      gap('nutrition').as('nutrition'),
      gap('steps').as('steps'),
      gap('times').as('times'),
      state('draft').as('draft'),
      state('published').as('published'),
      state('deleted').as('deleted'),
    ])
    .executeTakeFirstOrThrow();
  return { gaps, states: { draft, published, deleted } };
}
