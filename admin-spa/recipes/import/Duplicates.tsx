import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'wouter';
import {
  duplicateChoices,
  type ImportChoice,
  type ImportRecord,
  type ImportRow,
} from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { recipeAddress } from '../../routes.ts';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { countText } from './labels.tsx';
import { chooseMutation } from './queries.ts';

const MAX_LINKS = 3;

const choiceLabels: Readonly<Record<ImportChoice, string>> = {
  create: 'Create',
  skip: 'Skip',
  replace: 'Replace',
  both: 'Keep both',
};

type Props = { importId: number; row: ImportRow; canChoose: boolean };

/** Shows the recipes with the title of a row, and asks what to do with it. */
export function Duplicates({ importId, row, canChoose }: Props) {
  const { duplicates, isRepeated, result } = row;
  if (duplicates.length === 0 && !isRepeated) return <span className="muted">{EMPTY_VALUE}</span>;
  return (
    <div className="duplicates">
      {duplicates.length > 0 && (
        <ul>
          {duplicates.slice(0, MAX_LINKS).map(({ id, title }) => (
            <li key={id}>
              <Link href={recipeAddress(id)}>
                <bdi>{title || 'Untitled'}</bdi>
              </Link>
            </li>
          ))}
          {duplicates.length > MAX_LINKS && <li>{`and ${duplicates.length - MAX_LINKS} more`}</li>}
        </ul>
      )}
      {isRepeated && <p>An earlier row has this title.</p>}
      {canChoose && result === 'pending' && <ChoiceSelect importId={importId} row={row} />}
    </div>
  );
}

function ChoiceSelect({ importId, row: { row, title, choice } }: Pick<Props, 'importId' | 'row'>) {
  const { mutate, isPending, variables } = useSingleMutation(chooseMutation(useQueryClient(), importId));
  return (
    <select
      aria-label={`What to do with row ${row}, ${title}`}
      value={isPending && variables ? variables.choice : choice}
      onChange={({ target }) => {
        const chosen = duplicateChoices.find((one) => one === target.value);
        if (!chosen || isPending) return;
        mutate({ row, choice: chosen }, { onError: (error) => toast.error(errorMessage(error)) });
      }}
    >
      {duplicateChoices.map((one) => (
        <option key={one} value={one}>
          {choiceLabels[one]}
        </option>
      ))}
    </select>
  );
}

/** Makes one choice for every duplicate that is not imported yet. */
export function AllDuplicates({ record: { id, counts } }: { record: ImportRecord }) {
  const { mutate, isPending } = useSingleMutation(chooseMutation(useQueryClient(), id));
  const { skip, replace, both } = counts.planned;
  const total = skip + replace + both;
  if (total === 0) return null;
  return (
    <fieldset className="all-duplicates">
      <legend>{total === 1 ? 'For the duplicate' : `For all ${countText(total, 'duplicate')}`}</legend>
      <div className="choices">
        {duplicateChoices.map((choice) => (
          <button
            key={choice}
            type="button"
            className="secondary"
            aria-pressed={counts.planned[choice] === total}
            aria-disabled={isPending || undefined}
            onClick={() =>
              isPending || mutate({ choice }, { onError: (error) => toast.error(errorMessage(error)) })
            }
          >
            {choiceLabels[choice]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
