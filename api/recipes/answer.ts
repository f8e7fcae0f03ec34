import { ACCOUNT_FEATURE } from '#contract/account.ts';
import { recipeFeatures } from '#contract/recipes/read.ts';
import { getPictureUrl } from '../db/picture-urls.ts';
import type { StoredRecipe } from '../db/recipe-tables.ts';
import { getState } from './states.ts';

/** Of every answer about recipes. */
export const features = [ACCOUNT_FEATURE, ...Object.values(recipeFeatures)];

/** The record of the contract. */
export function toRecipeRecord(recipe: StoredRecipe, publicApiUrl: string) {
  return {
    ...recipe,
    image_url: getPictureUrl(publicApiUrl, recipe.image_url),
    state: getState(recipe),
    nutritionValues: recipe.nutrition_values,
    preparationTime: recipe.preparation_time,
    cookingMethod: recipe.cooking_method,
    videoURL: recipe.video_url,
    updated_at: recipe.updated_at.toISOString(),
    deleted_at: recipe.deleted_at?.toISOString() ?? null,
  };
}

/** The answer of every call that reads or changes one recipe. */
export function toRecipeAnswer(recipe: StoredRecipe, publicApiUrl: string) {
  return { data: toRecipeRecord(recipe, publicApiUrl), version: recipe.version, features };
}
