import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Recipe } from '#contract/recipes/records.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { QueryStates } from '../../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../../ui/feedback/use-error-toast.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { useHeadingFocusOnRemoval } from '../../../ui/navigation/use-heading-focus.ts';
import { differingFields, formFrom } from '../../editor/state/recipe-form.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { revertRecipeMutation } from './revert-recipe-mutation.ts';
import { recipeVersionQuery } from './version-queries.ts';

type Props = {
  recipe: Recipe;
  recipeId: string;
  /** The version of `recipe`. */
  current: number | null;
  shown: number;
  onClose: () => void;
};

export function VersionComparison({ recipe, recipeId, current, shown, onClose }: Props) {
  const query = useQuery(recipeVersionQuery(recipeId, shown));
  const { mutate, isPending } = useSingleMutation(revertRecipeMutation(useQueryClient(), recipeId));
  const panel = useRef<HTMLDivElement>(null);
  useErrorToast(query.error, query.errorUpdatedAt);
  useEffect(() => panel.current?.focus(), []);
  useHeadingFocusOnRemoval(panel);

  const now = formFrom(recipe);
  const then = query.data && formFrom({ ...recipe, ...query.data.data });
  const fields = then ? differingFields(then, now) : [];
  const canRevert = current !== null && fields.length > 0 && recipe.state !== 'deleted';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls
    <div ref={panel} className="comparison" role="group" tabIndex={-1} aria-labelledby="comparison-title">
      <h3 id="comparison-title">Version {shown} and the recipe now</h3>
      <QueryStates query={query} failure="The version couldn’t be loaded." isLoaded={then !== undefined}>
        {then && fields.length === 0 && <p>The content is the same.</p>}
        {then && fields.length > 0 && <DifferenceTable then={then} now={now} shown={shown} fields={fields} />}
      </QueryStates>
      <div className="choices">
        {canRevert && (
          <ConfirmButton
            label="Revert to this version"
            busyLabel="Saving…"
            isBusy={isPending}
            title={`Revert to version ${shown}?`}
            onConfirm={() => mutate({ to: shown, version: current }, { onSuccess: onClose })}
          >
            The recipe gets the content of version {shown} and is saved as a new version. Nothing is lost: you
            can return to any version.
          </ConfirmButton>
        )}
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
