import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkChange } from '#contract/recipes/bulk.ts';
import { When } from '../../../ui/date/When.tsx';
import { FailedPanel } from '../../../ui/feedback/FailedPanel.tsx';
import { useErrorToast } from '../../../ui/feedback/use-error-toast.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { useHeadingFocusOnRemoval } from '../../../ui/navigation/use-heading-focus.ts';
import { recipesKey } from '../../queries.ts';
import { BulkResults } from './BulkResults.tsx';
import { bulkChangesQuery, stopBulkChangeMutation } from './bulk-queries.ts';
import { changeTitle, resultText } from './change-text.ts';

/** Changes in the background, of every administrator: what runs, and what ended in the last day. */
export function BulkChanges() {
  const client = useQueryClient();
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(bulkChangesQuery);
  // Once: the panel stays while it is asked for again.
  useErrorToast(data ? null : error, errorUpdatedAt);
  const running = data?.data.filter(({ state }) => state === 'running') ?? [];
  const ended = data?.data.filter(({ state }) => state !== 'running') ?? [];
  const announcement = useEndOfChanges(data?.data, () => {
    void client.invalidateQueries({ queryKey: recipesKey });
  });

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {error && (
        <FailedPanel
          message="The changes in the background could not be loaded."
          retry={refetch}
          isBusy={isFetching}
        />
      )}
      {running.map((change) => (
        <RunningChange key={change.id} change={change} />
      ))}
      {ended.length > 0 && (
        <details className="bulk-changes">
          <summary>Changes of the last day ({ended.length})</summary>
          <ul>
            {ended.map((change) => (
              <EndedChange key={change.id} change={change} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The text of the change that ended last. Calls `onEnd` for each that was seen running. */
function useEndOfChanges(changes: readonly BulkChange[] | undefined, onEnd: () => void): string {
  const seen = useRef(new Set<number>());
  const latest = useRef(onEnd);
  const [text, setText] = useState('');
  latest.current = onEnd;
  useEffect(() => {
    for (const change of changes ?? []) {
      if (change.state === 'running') seen.current.add(change.id);
      else if (seen.current.delete(change.id)) {
        setText(`${changeTitle(change)}. ${resultText(change)}`);
        latest.current();
      }
    }
  }, [changes]);
  return text;
}

function RunningChange({ change }: { change: BulkChange }) {
  const { mutate, isPending } = useSingleMutation(stopBulkChangeMutation(useQueryClient()));
  const section = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(section);
  const { recipes, pending } = change.counts;
  const title = changeTitle(change);
  return (
    <section ref={section} className="running-change" aria-label={title}>
      <p>
        {title} <span className="muted">by {change.startedBy}</span>
      </p>
      <progress max={recipes} value={recipes - pending} aria-label={title} />
      <p className="muted">
        {(recipes - pending).toLocaleString('en-US')} of {recipes.toLocaleString('en-US')}
      </p>
      <button
        type="button"
        className="secondary"
        aria-disabled={isPending || undefined}
        onClick={() => mutate(change.id)}
      >
        Stop<span className="visually-hidden"> {title}</span>
      </button>
    </section>
  );
}

function EndedChange({ change }: { change: BulkChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = changeTitle(change);
  return (
    <li>
      <p>
        <strong>{title}</strong> {resultText(change)}{' '}
        <span className="muted">
          <When at={change.startedAt} hasTime />, {change.startedBy}
        </span>
      </p>
      <button type="button" className="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} results <span className="visually-hidden">of {title}</span>
      </button>
      {isOpen && <BulkResults changeId={change.id} label={title} />}
    </li>
  );
}
