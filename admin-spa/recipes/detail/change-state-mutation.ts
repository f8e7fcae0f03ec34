import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { deleteRecipe, publishRecipe, restoreRecipe, unpublishRecipe } from '#contract/recipes/edit.ts';
import { applyChangedRecipe } from '../apply-changed-recipe.ts';
import { recipeQuery } from '../queries.ts';

const endpoints = {
  publish: publishRecipe,
  unpublish: unpublishRecipe,
  delete: deleteRecipe,
  restore: restoreRecipe,
} as const;
export type StateChange = keyof typeof endpoints;

export function changeStateMutation(client: QueryClient, recipeId: string) {
  return mutationOptions({
    mutationKey: ['recipes', 'state', recipeId],
    mutationFn: (change: StateChange) => call(endpoints[change], { parameters: { recipeId } }),
    onSuccess: (answer) => applyChangedRecipe(client, recipeId, answer),
    // The recipe may have changed since it was loaded.
    onError: () => void client.invalidateQueries({ queryKey: recipeQuery(recipeId).queryKey }),
  });
}
