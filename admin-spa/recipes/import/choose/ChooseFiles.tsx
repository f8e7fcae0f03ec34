import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { Card } from '../../../ui/Card.tsx';
import { importAddress } from '../import-address.ts';
import { stateTitles } from '../labels.tsx';
import { DiscardButton, useImportAction } from '../state/actions.tsx';
import { acceptedNames, limitsText, problemOf, toAddressable } from './accepted-files.ts';
import { PasteForm } from './PasteForm.tsx';
import { UploadList } from './UploadList.tsx';
import { addUpload, forgetCreated, type Upload, useUploads } from './uploads.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Files are uploaded at once, and the first one creates the import. `record` is null before. */
export function ChooseFiles({ record }: { record: ImportRecord | null }) {
  const id = useId();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isPasting, setIsPasting] = useState(false);
  const [text, setText] = useState('');
  const [hasFolder, setHasFolder] = useState(false);
  const importId = record?.id ?? null;
  useAddressOfCreated(importId);
  const all = useUploads(({ uploads }) => uploads);
  const uploads = all.filter((one) => one.importId === importId);

  const focusButton = useCallback(() => button.current?.focus(), []);

  async function add(files: readonly File[]): Promise<boolean> {
    setHasFolder(false);
    const earlier = [...(record?.files ?? []), ...uploads.map(({ file }) => ({ bytes: file.size }))];
    const added = files.map((file) => {
      const bytes = earlier.reduce((sum, one) => sum + one.bytes, 0);
      const problem = problemOf(file, { files: earlier.length, bytes });
      earlier.push({ bytes: file.size });
      return addUpload(client, { importId, name: toAddressable(file.name), file, problem });
    });
    return (await Promise.all(added)).every(Boolean);
  }

  const isOver = useDroppedFiles((dropped) => {
    void add(dropped.files);
    setHasFolder(dropped.hasFolder);
  });
  return (
    <Card
      className={`card choose${isOver ? ' over' : ''}`}
      title={stateTitles.uploading}
      titleId={`${id}-title`}
    >
      <p>
        Drop files anywhere on this page, or choose them: JSON-LD (.json), saved web pages (.html), tables
        (.csv), or a ZIP of them. <span className="muted">{limitsText}</span>
      </p>
      <div className="choices">
        <button ref={button} type="button" className="secondary" onClick={() => input.current?.click()}>
          Choose files
        </button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={acceptedNames}
          aria-label="Files to import"
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <button
          type="button"
          className="secondary"
          aria-expanded={isPasting}
          aria-controls={`${id}-paste`}
          onClick={() => setIsPasting(!isPasting)}
        >
          Paste text
        </button>
      </div>
      {hasFolder && (
        <p className="problem" role="alert">
          A folder can’t be dropped here. Put it in a ZIP file, or choose its files.
        </p>
      )}
      <div id={`${id}-paste`} hidden={!isPasting}>
        <PasteForm text={text} setText={setText} add={(file) => add([file])} />
      </div>
      <UploadList files={record?.files ?? []} uploads={uploads} onFocusLost={focusButton} />
      {record && <ReadFiles record={record} uploads={uploads} hasText={text.trim() !== ''} />}
    </Card>
  );
}

/** Moves to the address of the import that was created for the first file. */
function useAddressOfCreated(importId: number | null): void {
  const [, navigate] = useLocation();
  const createdId = useUploads((state) => state.createdId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigate` is made anew for each address
  useEffect(() => {
    if (createdId === null) return;
    forgetCreated();
    if (importId === null) navigate(importAddress(createdId), { replace: true });
  }, [createdId, importId]);
}

type ReadFilesProps = {
  record: ImportRecord;
  uploads: readonly Upload[];
  /** Whether a pasted text is not added yet. */
  hasText: boolean;
};

/** Ends the upload. Nothing is lost silently: each file is uploaded or left out before. */
function ReadFiles(props: ReadFilesProps) {
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

function obstacleOf({ record: { files }, uploads, hasText }: ReadFilesProps): string | null {
  if (uploads.some(({ state }) => state !== 'failed')) return 'Wait until every file is uploaded.';
  if (uploads.length > 0) return 'Retry the files that failed, or leave them out.';
  if (hasText) return 'Add the pasted text, or clear its field.';
  return files.length === 0 ? 'Add a file first.' : null;
}
