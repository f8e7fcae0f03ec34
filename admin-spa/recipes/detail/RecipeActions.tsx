import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Recipe } from '#contract/recipes/records.ts';
import { recipeEditAddress } from '../../routes.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { changeStateMutation } from './change-state-mutation.ts';

type Props = { recipe: Recipe; recipeId: string };

/** Only if the provider offers editing. */
export function RecipeActions({ recipe, recipeId }: Props) {
  const { mutate, isPending } = useSingleMutation(changeStateMutation(useQueryClient(), recipeId));
  const isDeleted = recipe.state === 'deleted';
  const publication = recipe.state === 'published' ? 'unpublish' : 'publish';
  return (
    <div className="whose recipe-actions no-print">
      <Badge status={recipe.state} />
      {!isDeleted && (
        <>
          <Link href={recipeEditAddress(recipe.id)}>Edit</Link>
          <button
            type="button"
            className="secondary"
            aria-disabled={isPending || undefined}
            onClick={() => mutate(publication)}
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
        onConfirm={() => mutate(isDeleted ? 'restore' : 'delete')}
      >
        It leaves the list and the totals now. In 30 days it’s permanently deleted, with its picture and its
        versions. Until then you can restore it: filter the list by “Deleted”.
      </ConfirmButton>
      <button type="button" className="secondary" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}
