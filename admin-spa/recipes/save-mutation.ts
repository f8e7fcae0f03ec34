import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import {
  createRecipe,
  publishRecipe,
  type RecipeConflict,
  readRecipeConflict,
  unpublishRecipe,
  updateRecipe,
} from '#contract/recipes/edit.ts';
import { applyChangedRecipe } from './apply-changed-recipe.ts';

/** What is sent. Without a version, a new recipe is created. */
type Save = { readonly content: RecipeContent; readonly version: number | null };

export function saveRecipeMutation(client: QueryClient, recipeId: string | null) {
  return mutationOptions({
    mutationFn: ({ content, version }: Save) =>
      recipeId === null || version === null
        ? call(createRecipe, { body: content })
        : call(updateRecipe, { parameters: { recipeId }, body: { ...content, version } }),
    onSuccess: (answer) => applyChangedRecipe(client, String(answer.data.id), answer),
  });
}

export function publicationMutation(client: QueryClient, recipeId: string) {
  const endpoints = { publish: publishRecipe, unpublish: unpublishRecipe } as const;
  return mutationOptions({
    mutationFn: (what: keyof typeof endpoints) => call(endpoints[what], { parameters: { recipeId } }),
    onSuccess: (answer) => applyChangedRecipe(client, String(answer.data.id), answer),
  });
}

/** Returns null unless the save was refused as stale. */
export function conflictOf(error: unknown): RecipeConflict | null {
  return error instanceof ApiError && error.status === 409 ? readRecipeConflict(error.body) : null;
}
