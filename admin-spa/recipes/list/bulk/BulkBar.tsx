import { useEffect, useRef, useState } from 'react';
import type { BulkAction } from '#contract/recipes/list.ts';
import { ConfirmButton } from '../../../ui/feedback/ConfirmButton.tsx';
import { useHeadingFocusOnRemoval } from '../../../ui/navigation/use-heading-focus.ts';
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
  const bar = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(bar);
  useEffect(() => {
    if (takesFocus) bar.current?.focus({ preventScroll: true });
  }, [takesFocus]);

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
    <section ref={bar} className="bulk-bar" tabIndex={-1} aria-label="Selected recipes">
      <p>{text}</p>
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
      <button type="button" className="secondary" onClick={clear}>
        Clear selection
      </button>
      {hasTagForm && !isDeleted && <TagForm isBusy={isBusy} change={change} />}
    </section>
  );
}
