import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { duplicateChoices, type ImportRecord } from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { chooseMutation } from '../import-mutations.ts';
import { countText } from '../import-texts.ts';
import { choiceLabels } from './choice-labels.ts';

/** One choice for every duplicate that is not imported yet. */
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
