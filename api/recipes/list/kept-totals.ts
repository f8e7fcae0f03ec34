import { type Kysely, sql } from 'kysely';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import type { Database } from '../../db/schema.ts';

/** Of the recipes that are not deleted. */
type Figure = { kind: string; key: string; isFolded: boolean };

/** The figures that count the recipes of a list, if one condition is its only one; else null. */
export function keptFigures({
  keyword,
  mealType,
  cuisine,
  tag,
  state,
  needs,
}: RecipesQuery): Figure[] | null {
  const value = (kind: string, text: string | undefined): Figure[] =>
    text?.trim() ? [{ kind, key: text, isFolded: false }] : [];
  const conditions = [
    ...(needs ? [[{ kind: 'gap', key: needs, isFolded: true }]] : []),
    value('mealTypes', mealType),
    value('cuisines', cuisine),
    [...value('featureTags', tag), ...value('promotionalTags', tag)],
  ].filter((figures) => figures.length > 0);
  return state || keyword?.trim() || conditions.length !== 1 ? null : (conditions[0] ?? null);
}

/** Null if a recipe may have the value in two figures: it would count twice. */
export async function readMatches(db: Kysely<Database>, figures: readonly Figure[]): Promise<number | null> {
  const keys = figures.map(({ kind, key, isFolded }) =>
    isFolded ? sql`(${kind}, ${key}::text)` : sql`(${kind}, fold(btrim(${key}::text)))`,
  );
  const counted = await db
    .selectFrom('recipe_figures')
    .where(sql<boolean>`(kind, key) in (${sql.join(keys)})`)
    .where('recipes', '>', 0)
    .select(['kind', sql<number>`sum(recipes)::integer`.as('recipes')])
    .groupBy('kind')
    .execute();
  return counted.length > 1 ? null : (counted[0]?.recipes ?? 0);
}
