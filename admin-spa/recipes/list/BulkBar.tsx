import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { BulkAction } from '#contract/recipes/list.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { focusHeading } from '../../ui/navigation/use-heading-focus.ts';
import { changeRecipesMutation } from './change-recipes-mutation.ts';
import { TagForm } from './TagForm.tsx';
import { type Selection, selectionText } from './use-selection.ts';

const MAX_NAMED = 5;

/** What can be done with the selected recipes, in one call. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { chosen, isDeleted, clear } = selection;
  const [hasTagForm, setHasTagForm] = useState(false);
  const { mutate, isPending } = useMutation(changeRecipesMutation(useQueryClient()));

  function clearSelection() {
    clear();
    // The focused button is removed with the bar.
    focusHeading();
  }

  function change(action: BulkAction) {
    if (isPending) return;
    mutate(
      { ids: [...chosen.keys()], change: action },
      {
        onSuccess: ({ message, data }) => {
          toast.success(message || `${countText(data.changed)} changed`);
          // They leave this list.
          if (action.action === 'delete' || action.action === 'restore') clearSelection();
        },
        onError: (error) => toast.error(errorMessage(error)),
      },
    );
  }

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
    <section className="bulk-bar" aria-label="Selected recipes">
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
      <button type="button" className="secondary" onClick={clearSelection}>
        Clear selection
      </button>
      {hasTagForm && !isDeleted && <TagForm isBusy={isPending} change={change} />}
    </section>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 recipe' : `${count} recipes`;
}

function namesText(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_NAMED).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
