import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import { readRecipeVersion, revertRecipe } from '#contract/recipes/versions.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { applyChangedRecipe } from '../apply-changed-recipe.ts';
import { ComparedLines, linesOf } from '../ComparedLines.tsx';
import { differingFields, type FormField, formFrom, type RecipeForm } from '../editor/state/recipe-form.ts';
import { fieldLabels } from '../field-labels.ts';
import { recipesKey } from '../queries.ts';
import { conflictOf } from '../save-mutation.ts';

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
      <h3 id="comparison-title">{`Version ${shown} and the recipe now`}</h3>
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
          >{`The recipe gets the content of version ${shown} and is saved as a new version. Nothing is lost: you can return to any version.`}</ConfirmButton>
        )}
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}

type DifferenceProps = { then: RecipeForm; now: RecipeForm; shown: number; fields: readonly FormField[] };

/** Shows the fields that differ, each on both sides. */
function DifferenceTable({ then, now, shown, fields }: DifferenceProps) {
  const columns: readonly Column<FormField>[] = [
    { title: 'Field', isRowHeader: true, cell: (field) => fieldLabels[field] },
    {
      title: `Version ${shown}`,
      kind: 'text',
      cell: (field) => (
        <ComparedLines lines={linesOf(then, field)} others={linesOf(now, field)} isShort={false} />
      ),
    },
    {
      title: 'Now',
      kind: 'text',
      cell: (field) => (
        <ComparedLines lines={linesOf(now, field)} others={linesOf(then, field)} isShort={false} />
      ),
    },
  ];
  return (
    <FramedTable
      columns={columns}
      rows={fields}
      keyOf={(field) => field}
      className="records narrow"
      labelledBy="comparison-title"
    />
  );
}

/** `version` is the one that the screen shows as the newest. */
type Revert = { readonly to: number; readonly version: number };

/** Notifies also if the screen was left before the answer. */
function revertRecipeMutation(client: QueryClient, recipeId: string) {
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

function recipeVersionQuery(recipeId: string, version: number) {
  return queryOptions({
    queryKey: [...recipesKey, 'version', recipeId, version],
    queryFn: ({ signal }) => call(readRecipeVersion, { parameters: { recipeId, version }, signal }),
  });
}
