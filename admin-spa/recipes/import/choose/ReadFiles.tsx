import { useId } from 'react';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { DiscardButton } from '../state/DiscardButton.tsx';
import { useImportAction } from '../state/use-import-action.ts';
import type { Upload } from './uploads.ts';

type Props = { record: ImportRecord; uploads: readonly Upload[] };

/** The end of the upload. Nothing is lost silently: each file is uploaded or left out before. */
export function ReadFiles({ record, uploads }: Props) {
  const id = useId();
  const { act, acting } = useImportAction(record.id);
  const obstacle = obstacleOf(record, uploads);
  return (
    <>
      <p id={`${id}-note`} className="muted">
        {obstacle ?? 'Reading stores no recipe: you’ll see what would be imported first.'}
      </p>
      <div className="choices">
        <button
          type="button"
          aria-disabled={obstacle !== null || acting !== null || undefined}
          aria-describedby={`${id}-note`}
          onClick={() => obstacle === null && act('read')}
        >
          {acting === 'read' ? 'Starting…' : 'Read the files'}
        </button>
        <DiscardButton isBusy={acting === 'discard'} discard={() => act('discard')} />
      </div>
    </>
  );
}

function obstacleOf({ files }: ImportRecord, uploads: readonly Upload[]): string | null {
  if (uploads.some(({ state }) => state !== 'failed')) return 'Wait until every file is uploaded.';
  if (uploads.length > 0) return 'Retry the files that failed, or leave them out.';
  return files.length === 0 ? 'Add a file first.' : null;
}
