import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { asObject } from '../schema/coerce.ts';
import { recipeContent, recipeVersionNumber } from './content.ts';
import { recipeAnswer, reshapeRecipeAnswer } from './read.ts';
import { recipe } from './records.ts';

/** POST /admin/recipes: a draft, as version 1. 422 names the first wrong field. Needs `recipes:edit`. */
export const createRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes',
  body: recipeContent,
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/**
 * PUT /admin/recipes/:recipeId: the whole content. 409 with a `RecipeConflict` if `version` is not the newest, 409 for
 * a deleted recipe, 404 for an unknown one, 422 for the first wrong field. The same content makes no new version.
 * Needs `recipes:edit`.
 */
export const updateRecipe = endpoint({
  method: 'PUT',
  path: '/admin/recipes/:recipeId',
  body: v.object({ ...recipeContent.entries, version: recipeVersionNumber }),
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

const conflict = v.object({
  /** Name and e-mail of the administrator. */
  changedBy: v.nullable(v.string()),
  /** ISO 8601 with a zone. */
  changedAt: v.string(),
  current: recipe.schema,
  /** The version of `current`. */
  version: recipeVersionNumber,
});
export type RecipeConflict = v.InferOutput<typeof conflict>;

export const recipeConflictAnswer = v.object({ status: v.literal(409), message: v.string(), conflict });

export function readRecipeConflict(body: unknown): RecipeConflict | null {
  const found = v.safeParse(conflict, asObject(body).conflict);
  return found.success ? found.output : null;
}

/** POST /admin/recipes/:recipeId/publish. 409 for a deleted recipe. Needs `recipes:edit`. */
export const publishRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/publish',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/** POST /admin/recipes/:recipeId/unpublish: makes it a draft. 409 for a deleted recipe. Needs `recipes:edit`. */
export const unpublishRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/unpublish',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/**
 * POST /admin/recipes/:recipeId/delete: housekeeping removes it with its versions after 30 days. Needs `recipes:edit`.
 */
export const deleteRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/delete',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/** POST /admin/recipes/:recipeId/restore: undoes a deletion. Needs `recipes:edit`. */
export const restoreRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/restore',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});
