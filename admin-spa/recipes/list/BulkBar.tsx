import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BulkAction } from '#contract/recipes/list.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { changeRecipesMutation } from './change-recipes-mutation.ts';
import { countText } from './count-text.ts';
import { TagForm } from './TagForm.tsx';
import { type Selection, selectionText } from './use-selection.ts';

const MAX_NAMED = 5;

/** What can be done with the selected recipes, in one call. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { chosen, isDeleted, clear } = selection;
  const [hasTagForm, setHasTagForm] = useState(false);
  const { mutate, isPending } = useSingleMutation(changeRecipesMutation(useQueryClient()));

  const bar = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(bar);

  const change = (action: BulkAction) => mutate({ ids: [...chosen.keys()], change: action });

  const simpleButton = (label: string, action: 'publish' | 'unpublish' | 'restore') => (
    <button
      type="button"
      className="secondary"
      aria-disabled={isPending || undefined}
      onClick={() => change({ action })}
    >
      {label}
    </button>
  );
  return (
    <section ref={bar} className="bulk-bar" aria-label="Selected recipes">
      <p>{selectionText(selection)}</p>
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
            isBusy={isPending}
            title={`Delete ${countText(chosen.size)}?`}
            isDestructive
            onConfirm={() => change({ action: 'delete' })}
          >
            {namesText([...chosen.values()])} You can restore them for 30 days: filter the list by “Deleted”.
            Then they’re removed for good.
          </ConfirmButton>
        </>
      )}
      <button type="button" className="secondary" onClick={clear}>
        Clear selection
      </button>
      {hasTagForm && !isDeleted && <TagForm isBusy={isPending} change={change} />}
    </section>
  );
}

function namesText(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_NAMED).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
