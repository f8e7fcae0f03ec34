import type { ImportRecord } from '#contract/recipes/imports.ts';
import { RunningWork } from '../../../ui/background/BackgroundWork.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { countText, progressOf, resultsText, stateTitles } from '../labels.tsx';
import { DiscardButton, type useImportAction } from './actions.tsx';

type Props = { record: ImportRecord; action: ReturnType<typeof useImportAction> };

/** Shows the reading, the import or its undoing while the server does it. */
export function Progress({ record, action: { act, acting } }: Props) {
  const { state } = record;
  return (
    <RunningWork
      title={stateTitles[state]}
      bar={state === 'reading' ? null : progressOf(record)}
      progress={progressText(record)}
      action={
        <>
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
          {state === 'reading' && (
            <DiscardButton isBusy={acting === 'discard'} discard={() => act('discard')} />
          )}
        </>
      }
      note="You can leave this page. The import continues, and you’ll find it under “All imports”."
    />
  );
}

function progressText(record: ImportRecord): string {
  const { state, counts } = record;
  if (state === 'reading') {
    const found = counts.rows === 0 ? 'Starting…' : `${countText(counts.rows, 'recipe')} found so far.`;
    return `${found} Nothing is stored yet.`;
  }
  const { done, total } = progressOf(record);
  const results =
    state === 'undoing'
      ? `${formatCount(counts.undone)} undone, ${formatCount(counts.kept)} kept`
      : resultsText(counts);
  return `${formatCount(done)} of ${countText(total, 'recipe')}${results && `: ${results}`}`;
}
