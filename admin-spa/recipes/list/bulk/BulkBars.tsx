import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkAction, MAX_BULK_RECIPES } from '#contract/recipes/list.ts';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { SelectionBar } from '../../../ui/list/SelectionBar.tsx';
import { type Selection, selectionText } from '../../../ui/list/selection.tsx';
import { allText, countText } from '../count-text.ts';
import type { ListQuery } from '../list-query.ts';
import { DELETED } from '../selection.ts';
import { changeRecipesMutation, startBulkChangeMutation } from './queries.ts';
import { TagForm } from './TagForm.tsx';

const MAX_NAMED = 5;

/** Changes the chosen recipes: a few in one call, many in the background. */
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

type AllBarProps = { listQuery: ListQuery; total: number; clear: () => void };

/** Changes every recipe that the list shows, in the background. */
export function AllBar({ listQuery: { selection }, total, clear }: AllBarProps) {
  const { mutate, isPending } = useSingleMutation(startBulkChangeMutation(useQueryClient()));
  const isDeleted = selection.state === 'deleted';
  return (
    <BulkBar
      text={allText(total)}
      count={total}
      names="These are all the recipes that match the list’s search and filters."
      isDeleted={isDeleted}
      isBusy={isPending}
      change={(change) => mutate({ selection, expected: total, change }, { onSuccess: clear })}
      clear={clear}
      // The button that selects all is removed.
      takesFocus
    />
  );
}

type BulkBarProps = {
  /** As in "3 selected". */
  text: string;
  count: number;
  /** What the question before a deletion names. */
  names: string;
  isDeleted: boolean;
  isBusy: boolean;
  change: (action: BulkAction) => void;
  clear: () => void;
  /** Whether it gets the focus when it appears. */
  takesFocus?: boolean;
};

/** Offers what can be done with several recipes. */
function BulkBar(props: BulkBarProps) {
  const { text, count, names, isDeleted, isBusy, change, clear, takesFocus = false } = props;
  const [hasTagForm, setHasTagForm] = useState(false);

  const simpleButton = (label: string, action: 'publish' | 'unpublish' | 'restore') => (
    <button
      type="button"
      className="secondary"
      aria-disabled={isBusy || undefined}
      onClick={() => change({ action })}
    >
      {label}
    </button>
  );
  return (
    <SelectionBar
      label="Selected recipes"
      text={text}
      clear={clear}
      takesFocus={takesFocus}
      more={hasTagForm && !isDeleted && <TagForm isBusy={isBusy} change={change} />}
    >
      {isDeleted ? (
        simpleButton('Restore', 'restore')
      ) : (
        <>
          {simpleButton('Publish', 'publish')}
          {simpleButton('Unpublish', 'unpublish')}
          <button
            type="button"
            className="secondary"
            aria-expanded={hasTagForm}
            onClick={() => setHasTagForm(!hasTagForm)}
          >
            Meal types and tags
          </button>
          <ConfirmButton
            label="Delete"
            busyLabel="Saving…"
            isBusy={isBusy}
            title={`Delete ${countText(count)}?`}
            isDestructive
            onConfirm={() => change({ action: 'delete' })}
          >
            {`${names} You can restore them for 30 days: filter the list by “Deleted”. Then they’re removed for good.`}
          </ConfirmButton>
        </>
      )}
    </SelectionBar>
  );
}
