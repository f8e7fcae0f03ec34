import { useState } from 'react';
import type { BulkAction } from '#contract/recipes/list.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { SelectionBar } from '../../../ui/list/selection/SelectionBar.tsx';
import { countText } from './count-text.ts';
import { TagForm } from './TagForm.tsx';

type Props = {
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

/** What can be done with several recipes. */
export function BulkBar(props: Props) {
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
            {names} You can restore them for 30 days: filter the list by “Deleted”. Then they’re removed for
            good.
          </ConfirmButton>
        </>
      )}
    </SelectionBar>
  );
}
