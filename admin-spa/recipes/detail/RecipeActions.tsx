import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { deleteRecipe, publishRecipe, restoreRecipe, unpublishRecipe } from '#contract/recipes/edit.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { applyChangedRecipe } from '../apply-changed-recipe.ts';
import { recipeQuery } from '../queries.ts';

type Props = { recipe: Recipe; recipeId: string };

export function RecipeActions({ recipe, recipeId }: Props) {
  const canEdit = useCan()('recipes:edit');
  const { mutate, isPending } = useSingleMutation(changeStateMutation(useQueryClient(), recipeId));
  const isDeleted = recipe.state === 'deleted';
  const publication = recipe.state === 'published' ? 'unpublish' : 'publish';
  return (
    <div className="whose recipe-actions no-print">
      {recipe.state && <Badge status={recipe.state} />}
      {canEdit && !isDeleted && (
        <button
          type="button"
          className="secondary"
          aria-disabled={isPending || undefined}
          onClick={() => mutate(publication)}
        >
          {publication === 'publish' ? 'Publish' : 'Unpublish'}
        </button>
      )}
      <button type="button" className="tool" onClick={() => print()}>
        <Printer aria-hidden="true" />
        Print
      </button>
      {/* One button does both, so that it keeps the focus. */}
      {canEdit && (
        <ConfirmButton
          label={isDeleted ? 'Restore' : 'Delete'}
          busyLabel="Saving…"
          isBusy={isPending}
          title={`Delete “${recipe.title || 'Untitled'}”?`}
          isDestructive={!isDeleted}
          needsConfirmation={!isDeleted}
          onConfirm={() => mutate(isDeleted ? 'restore' : 'delete')}
        >
          It leaves the list and the totals now. In 30 days it’s permanently deleted, with its picture and its
          versions. Until then you can restore it: filter the list by “Deleted”.
        </ConfirmButton>
      )}
    </div>
  );
}

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
function changeStateMutation(client: QueryClient, recipeId: string) {
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
