import { useId } from 'react';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { countText, progressOf, resultsText, stateTitles } from '../labels.tsx';
import { DiscardButton, type useImportAction } from './actions.tsx';

type Props = { record: ImportRecord; action: ReturnType<typeof useImportAction> };

/** Shows the work of the server. The page may be closed, and every administrator sees the same. */
export function Progress({ record, action: { act, acting } }: Props) {
  const id = useId();
  const { state, counts } = record;
  const { done, total } = progressOf(record);
  const { undone, kept } = counts;
  const results =
    state === 'undoing' ? `${formatCount(undone)} undone, ${formatCount(kept)} kept` : resultsText(counts);
  return (
    <Card title={stateTitles[state]} titleId={`${id}-title`}>
      {state === 'reading' ? (
        <>
          <progress aria-labelledby={`${id}-title`} />
          <p>
            {counts.rows === 0 ? 'Starting…' : `${countText(counts.rows, 'recipe')} found so far.`} Nothing is
            stored yet.
          </p>
        </>
      ) : (
        <>
          <progress max={Math.max(1, total)} value={done} aria-labelledby={`${id}-title`} />
          <p>
            {formatCount(done)} of {countText(total, 'recipe')}
            {results && `: ${results}`}
          </p>
        </>
      )}
      <p className="muted">
        You can leave this page. The import continues, and you’ll find it under “All imports”.
      </p>
      {state === 'importing' && (
        <button
          type="button"
          className="secondary"
          aria-disabled={acting !== null || undefined}
          onClick={() => act('stop')}
        >
          {acting === 'stop' ? 'Stopping…' : 'Stop'}
        </button>
      )}
      {state === 'reading' && <DiscardButton isBusy={acting === 'discard'} discard={() => act('discard')} />}
    </Card>
  );
}
