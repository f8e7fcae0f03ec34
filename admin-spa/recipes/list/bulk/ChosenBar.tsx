import { useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { type Selection, selectionText } from '../use-selection.ts';
import { BulkBar } from './BulkBar.tsx';
import { changeRecipesMutation } from './change-recipes-mutation.ts';

const MAX_NAMED = 5;

/** For the chosen recipes, in one call. */
export function ChosenBar({ selection }: { selection: Selection }) {
  const { chosen, isDeleted, clear } = selection;
  const { mutate, isPending } = useSingleMutation(changeRecipesMutation(useQueryClient()));
  return (
    <BulkBar
      text={selectionText(selection)}
      count={chosen.size}
      names={namesText([...chosen.values()])}
      isDeleted={isDeleted}
      isBusy={isPending}
      change={(change) => mutate({ ids: [...chosen.keys()], change })}
      clear={clear}
    />
  );
}

function namesText(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_NAMED).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
