import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'wouter';
import type { Recipe } from '#contract/recipes/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { recipeEditAddress } from '../../routes.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { changeStateMutation, type StateChange } from './change-state-mutation.ts';

type Props = { recipe: Recipe; recipeId: string };

const doneMessages: Readonly<Record<StateChange, string>> = {
  publish: 'Recipe published',
  unpublish: 'The recipe is a draft again',
  delete: 'Recipe deleted. You can restore it for 30 days.',
  restore: 'Recipe restored',
};

/** Only if the provider offers editing. */
export function RecipeActions({ recipe, recipeId }: Props) {
  const { mutate, isPending } = useMutation(changeStateMutation(useQueryClient(), recipeId));
  const isDeleted = recipe.state === 'deleted';
  const change = (what: StateChange) =>
    mutate(what, {
      onSuccess: ({ message }) => toast.success(message || doneMessages[what]),
      onError: (error) => toast.error(errorMessage(error)),
    });
  const publication = recipe.state === 'published' ? 'unpublish' : 'publish';
  return (
    <div className="whose no-print">
      <Badge status={recipe.state} />
      {!isDeleted && (
        <>
          <Link href={recipeEditAddress(recipe.id)}>Edit</Link>
          <button
            type="button"
            className="secondary"
            aria-disabled={isPending || undefined}
            onClick={() => isPending || change(publication)}
          >
            {publication === 'publish' ? 'Publish' : 'Unpublish'}
          </button>
        </>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <ConfirmButton
        label={isDeleted ? 'Restore' : 'Delete'}
        busyLabel="Saving…"
        isBusy={isPending}
        title={`Delete “${recipe.title || 'Untitled'}”?`}
        isDestructive
        needsConfirmation={!isDeleted}
        onConfirm={() => change(isDeleted ? 'restore' : 'delete')}
      >
        It leaves the list and the totals now. In 30 days it’s removed for good, with its picture and its
        versions. Until then you can restore it: filter the list by “Deleted”.
      </ConfirmButton>
      <button type="button" className="secondary" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}
