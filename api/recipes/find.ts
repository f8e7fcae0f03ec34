import type { Transaction } from 'kysely';
import { recipeColumns, type StoredRecipe } from '../db/recipe-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

/** Deleted recipes too. Throws 404. */
export async function findRecipe(db: Db, recipeId: number): Promise<StoredRecipe> {
  const recipe = await db
    .selectFrom('recipes')
    .where('id', '=', recipeId)
    .select(recipeColumns)
    .executeTakeFirst();
  return recipe ?? throwUnknown();
}

/** Other changes of the recipe wait for the end of the transaction. Throws 404. */
export async function lockRecipe(
  transaction: Transaction<Database>,
  recipeId: number,
): Promise<StoredRecipe> {
  const recipe = await transaction
    .selectFrom('recipes')
    .where('id', '=', recipeId)
    .select(recipeColumns)
    .forUpdate()
    .executeTakeFirst();
  return recipe ?? throwUnknown();
}

/** Throws 404, and 409 for a deleted recipe. */
export async function lockKeptRecipe(
  transaction: Transaction<Database>,
  recipeId: number,
): Promise<StoredRecipe> {
  const recipe = await lockRecipe(transaction, recipeId);
  if (recipe.deleted_at) {
    throw new Problem(409, 'This recipe has been deleted. Restore it before you edit it.');
  }
  return recipe;
}

function throwUnknown(): never {
  throw new Problem(404, 'Recipe not found.');
}

/** The titles of recipes by their ids; those that are gone are left out. */
export async function readTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const recipes = await db.selectFrom('recipes').where('id', 'in', ids).select(['id', 'title']).execute();
  return new Map(recipes.map(({ id, title }) => [id, title]));
}
