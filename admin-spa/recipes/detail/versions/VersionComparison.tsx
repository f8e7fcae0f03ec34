import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Recipe } from '#contract/recipes/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { QueryStates } from '../../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../../ui/feedback/use-error-toast.ts';
import { focusHeading } from '../../../ui/navigation/use-heading-focus.ts';
import { differingFields, formFrom } from '../../editor/state/recipe-form.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { revertFailure, revertRecipeMutation } from './revert-recipe-mutation.ts';
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
  const { mutate, isPending } = useMutation(revertRecipeMutation(useQueryClient(), recipeId));
  const panel = useRef<HTMLDivElement>(null);
  useErrorToast(query.error, query.errorUpdatedAt);
  useEffect(() => panel.current?.focus(), []);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading(element);
    };
  }, []);

  const now = formFrom(recipe);
  const then = query.data && formFrom({ ...recipe, ...query.data.data });
  const fields = then ? differingFields(then, now) : [];
  const canRevert = current !== null && fields.length > 0 && recipe.state !== 'deleted';
  const revert = (version: number) =>
    mutate(
      { to: shown, version },
      {
        onSuccess: ({ message }) => {
          toast.success(message || `The recipe is as it was in version ${shown}`);
          onClose();
        },
        onError: (error) => toast.error(revertFailure(error) ?? errorMessage(error)),
      },
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls
    <div ref={panel} className="comparison" role="group" tabIndex={-1} aria-labelledby="comparison-title">
      <h3 id="comparison-title">Version {shown} and the recipe now</h3>
      <QueryStates query={query} failure="The version could not be loaded." isLoaded={then !== undefined}>
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
            onConfirm={() => revert(current)}
          >
            The recipe gets the content of version {shown} and is saved as a new version. Nothing is lost: you
            can come back to each version.
          </ConfirmButton>
        )}
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
