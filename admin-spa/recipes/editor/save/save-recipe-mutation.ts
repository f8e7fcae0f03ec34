import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import {
  createRecipe,
  publishRecipe,
  type RecipeConflict,
  type RecipeContent,
  readRecipeConflict,
  unpublishRecipe,
  updateRecipe,
} from '#contract/recipes/edit.ts';
import type { readRecipe } from '#contract/recipes/read.ts';
import { recipeQuery, recipesKey } from '../../queries.ts';

export type RecipeAnswer = InferOutput<typeof readRecipe.answer>;

/** What is sent; without a version it is a new recipe. */
type Save = { readonly content: RecipeContent; readonly version: number | null };

export function saveRecipeMutation(client: QueryClient, recipeId: string | null) {
  return mutationOptions({
    mutationFn: ({ content, version }: Save) =>
      recipeId === null || version === null
        ? call(createRecipe, { body: content })
        : call(updateRecipe, { parameters: { recipeId }, body: { ...content, version } }),
    onSuccess: (answer) => applySavedRecipe(client, answer),
  });
}

export function publicationMutation(client: QueryClient, recipeId: string) {
  const endpoints = { publish: publishRecipe, unpublish: unpublishRecipe } as const;
  return mutationOptions({
    mutationFn: (what: keyof typeof endpoints) => call(endpoints[what], { parameters: { recipeId } }),
    onSuccess: (answer) => applySavedRecipe(client, answer),
  });
}

/** Null unless the save was refused as stale. */
export function conflictOf(error: unknown): RecipeConflict | null {
  return error instanceof ApiError && error.status === 409 ? readRecipeConflict(error.body) : null;
}

/** Writes the answer into the cached recipe. Everything else of recipes is loaded again when it is shown. */
async function applySavedRecipe(client: QueryClient, answer: RecipeAnswer): Promise<void> {
  const { queryKey } = recipeQuery(String(answer.data.id));
  // A pending answer may be older than the save.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (old) => ({ ...answer, features: old?.features ?? answer.features }));
  const [, kind] = queryKey;
  void client.invalidateQueries({
    queryKey: recipesKey,
    predicate: (query) => query.queryKey[1] !== kind,
  });
}
