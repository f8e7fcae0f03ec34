import { sql, type Transaction } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipeVersion } from '#contract/recipes/versions.ts';
import { administratorName } from '../audit/read.ts';
import type { StoredRecipe } from '../db/recipe-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type ContentField, normaliseContent, toContent } from './content.ts';

const MAX_LISTED = 200;

const savedByName = sql<string | null>`case when saved_by is not null
  then ${administratorName('recipe_versions.saved_by')} end`;

type NewVersion = {
  /** The recipe after the save. */
  saved: StoredRecipe;
  savedBy: number | null;
  kind: RecipeVersion['kind'];
  fields: readonly ContentField[];
};

/** Stores the version that each recipe has after a save. */
export async function storeVersions(
  transaction: Transaction<Database>,
  versions: readonly NewVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  await transaction
    .insertInto('recipe_versions')
    .values(
      versions.map(({ saved, savedBy, kind, fields }) => ({
        recipe_id: saved.id,
        version: saved.version,
        saved_at: saved.updated_at,
        saved_by: savedBy,
        kind,
        content: JSON.stringify(toContent(saved)),
        fields: [...fields],
      })),
    )
    .execute();
}

/** Lists the newest first. */
export async function listVersions(db: Db, recipeId: number) {
  const ofRecipe = db.selectFrom('recipe_versions').where('recipe_id', '=', recipeId);
  const [{ total }, rows] = await Promise.all([
    ofRecipe.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    ofRecipe
      .select(['version', 'saved_at', 'kind', 'fields', savedByName.as('by')])
      .orderBy('version', 'desc')
      .limit(MAX_LISTED)
      .execute(),
  ]);
  return { total, versions: rows.map(({ saved_at, ...row }) => ({ ...row, at: saved_at.toISOString() })) };
}

/** Name and time of the last save. */
export async function readLastSave(db: Db, recipe: StoredRecipe) {
  const last = await db
    .selectFrom('recipe_versions')
    .where('recipe_id', '=', recipe.id)
    .where('version', '=', recipe.version)
    .select(['saved_at', savedByName.as('by')])
    .executeTakeFirst();
  const savedAt = last?.saved_at ?? recipe.updated_at;
  return { changedBy: last?.by ?? null, changedAt: savedAt.toISOString() };
}

/** Throws 404. */
export async function readVersion(db: Db, recipeId: number, version: number): Promise<RecipeContent> {
  const found = await db
    .selectFrom('recipe_versions')
    .where('recipe_id', '=', recipeId)
    .where('version', '=', version)
    .select('content')
    .executeTakeFirst();
  if (!found) throw new Problem(404, 'This version of the recipe doesn’t exist.');
  return normaliseContent(found.content);
}
