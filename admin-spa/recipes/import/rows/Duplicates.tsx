import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'wouter';
import { duplicateChoices, type ImportRow } from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { recipeAddress } from '../../../routes.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';
import { chooseMutation } from '../import-mutations.ts';
import { choiceLabels } from './choice-labels.ts';

const MAX_LINKS = 3;

type Props = { importId: number; row: ImportRow; canChoose: boolean };

/** The recipes with the title of a row, and what to do with it. */
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
          {duplicates.length > MAX_LINKS && <li>and {duplicates.length - MAX_LINKS} more</li>}
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
