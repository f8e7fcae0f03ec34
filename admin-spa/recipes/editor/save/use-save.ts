import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { RecipeConflict } from '#contract/recipes/edit.ts';
import { errorMessage } from '#forms/error-message.ts';
import type { RecipeAnswer } from '../../apply-changed-recipe.ts';
import { contentFrom, type RecipeForm } from '../state/recipe-form.ts';
import { conflictOf, publicationMutation, saveRecipeMutation } from './save-recipe-mutation.ts';
import type { Saved } from './start.ts';

type Options = {
  recipeId: string | null;
  onSaved: (answer: RecipeAnswer, saved: Saved) => void;
  onConflict: (conflict: RecipeConflict) => void;
  onPublication: (answer: RecipeAnswer) => void;
};

/** One request at a time. Each function returns whether it succeeded; failures are notified. */
export function useSave({ recipeId, onSaved, onConflict, onPublication }: Options) {
  const client = useQueryClient();
  const saving = useMutation(saveRecipeMutation(client, recipeId));
  const publishing = useMutation(publicationMutation(client, recipeId ?? ''));
  const isRunning = useRef(false);

  async function once(work: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      await work();
      return true;
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) onConflict(conflict);
      else toast.error(errorMessage(error));
      return false;
    } finally {
      isRunning.current = false;
    }
  }

  return {
    isBusy: saving.isPending || publishing.isPending,
    save: (form: RecipeForm, { loaded, version }: Saved) =>
      once(async () => {
        const content = contentFrom(form, loaded);
        const answer = await saving.mutateAsync({ content, version });
        const { preparation_time, cooking_time } = content;
        onSaved(answer, { base: form, loaded: { preparation_time, cooking_time }, version: answer.version });
        toast.success(answer.message || 'Recipe saved');
      }),
    publish: (what: 'publish' | 'unpublish') =>
      once(async () => {
        const answer = await publishing.mutateAsync(what);
        onPublication(answer);
        toast.success(
          answer.message || (what === 'publish' ? 'Recipe published' : 'Recipe is a draft again'),
        );
      }),
  };
}
