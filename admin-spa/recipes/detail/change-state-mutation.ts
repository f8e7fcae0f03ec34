import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { deleteRecipe, publishRecipe, restoreRecipe, unpublishRecipe } from '#contract/recipes/edit.ts';
import { errorMessage } from '#forms/error-message.ts';
import { applyChangedRecipe } from '../apply-changed-recipe.ts';
import { recipeQuery } from '../queries.ts';

const endpoints = {
  publish: publishRecipe,
  unpublish: unpublishRecipe,
  delete: deleteRecipe,
  restore: restoreRecipe,
} as const;
type StateChange = keyof typeof endpoints;

const doneMessages: Readonly<Record<StateChange, string>> = {
  publish: 'Recipe published',
  unpublish: 'The recipe is a draft again',
  delete: 'Recipe deleted. You can restore it for 30 days.',
  restore: 'Recipe restored',
};

/** Notifies also if the screen was left before the answer. */
export function changeStateMutation(client: QueryClient, recipeId: string) {
  return mutationOptions({
    mutationKey: ['recipes', 'state', recipeId],
    mutationFn: (change: StateChange) => call(endpoints[change], { parameters: { recipeId } }),
    onSuccess: async (answer, change) => {
      await applyChangedRecipe(client, recipeId, answer);
      toast.success(answer.message || doneMessages[change]);
    },
    // The recipe may have changed since it was loaded.
    onError: (error) => {
      void client.invalidateQueries({ queryKey: recipeQuery(recipeId).queryKey });
      toast.error(errorMessage(error));
    },
  });
}
