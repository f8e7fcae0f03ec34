import { useId } from 'react';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { DiscardButton } from '../state/DiscardButton.tsx';
import { useImportAction } from '../state/use-import-action.ts';
import type { Upload } from './uploads.ts';

type Props = {
  record: ImportRecord;
  uploads: readonly Upload[];
  /** Whether a pasted text is not added yet. */
  hasText: boolean;
};

/** The end of the upload. Nothing is lost silently: each file is uploaded or left out before. */
export function ReadFiles(props: Props) {
  const id = useId();
  const { act, acting } = useImportAction(props.record.id);
  const obstacle = obstacleOf(props);
  return (
    <>
      <p id={`${id}-note`} className="muted">
        {obstacle ?? 'Reading doesn’t store any recipes. You’ll see what would be imported first.'}
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

function obstacleOf({ record: { files }, uploads, hasText }: Props): string | null {
  if (uploads.some(({ state }) => state !== 'failed')) return 'Wait until every file is uploaded.';
  if (uploads.length > 0) return 'Retry the files that failed, or leave them out.';
  if (hasText) return 'Add the pasted text, or clear its field.';
  return files.length === 0 ? 'Add a file first.' : null;
}
