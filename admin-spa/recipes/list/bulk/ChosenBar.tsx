import { useQueryClient } from '@tanstack/react-query';
import { type BulkAction, MAX_BULK_RECIPES } from '#contract/recipes/list.ts';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { type Selection, selectionText } from '../../../ui/list/selection/use-selection.ts';
import { DELETED } from '../kept-selection.ts';
import { BulkBar } from './BulkBar.tsx';
import { startBulkChangeMutation } from './bulk-queries.ts';
import { changeRecipesMutation } from './change-recipes-mutation.ts';

const MAX_NAMED = 5;

/** For the chosen recipes: a few in one call, many in the background. */
export function ChosenBar({ selection }: { selection: Selection<RecipeRow> }) {
  const { chosen, group, clear } = selection;
  const client = useQueryClient();
  const now = useSingleMutation(changeRecipesMutation(client));
  const background = useSingleMutation(startBulkChangeMutation(client));

  function start(change: BulkAction) {
    const ids = [...chosen.keys()];
    if (ids.length <= MAX_BULK_RECIPES) now.mutate({ ids, change });
    else background.mutate({ ids, selection: {}, expected: ids.length, change });
  }

  return (
    <BulkBar
      text={selectionText(selection)}
      count={chosen.size}
      names={namesText([...chosen.values()])}
      isDeleted={group === DELETED}
      isBusy={now.isPending || background.isPending}
      change={start}
      clear={clear}
    />
  );
}

function namesText(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_NAMED).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
