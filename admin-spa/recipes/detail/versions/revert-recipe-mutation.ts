import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { revertRecipe } from '#contract/recipes/versions.ts';
import { errorMessage } from '#forms/error-message.ts';
import { applyChangedRecipe } from '../../apply-changed-recipe.ts';
import { recipesKey } from '../../queries.ts';
import { conflictOf } from '../../save-mutation.ts';

/** `version` is the one that the screen shows as the newest. */
type Revert = { readonly to: number; readonly version: number };

/** Notifies also if the screen was left before the answer. */
export function revertRecipeMutation(client: QueryClient, recipeId: string) {
  return mutationOptions({
    mutationFn: (body: Revert) => call(revertRecipe, { parameters: { recipeId }, body }),
    onSuccess: async (answer, { to }) => {
      await applyChangedRecipe(client, recipeId, answer);
      toast.success(answer.message || `The recipe is back to version ${to}`);
    },
    // A stale revert shows the newest version, and others may find a deleted recipe.
    onError: (error) => {
      void client.invalidateQueries({ queryKey: recipesKey });
      toast.error(revertFailure(error) ?? errorMessage(error));
    },
  });
}

function revertFailure(error: unknown): string | null {
  const conflict = conflictOf(error);
  if (!conflict) return null;
  const who = conflict.changedBy ?? 'Another administrator';
  return `${who} saved version ${conflict.version} first. It’s shown now, and nothing was reverted.`;
}
