import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { countText } from '../labels.tsx';
import { formatBytes } from './accepted-files.ts';
import { leaveOut, retryUpload, type Upload } from './uploads.ts';

const MAX_UPLOADED = 20;

type Props = {
  files: ImportRecord['files'];
  uploads: readonly Upload[];
  /** Called when the focused button is removed. */
  onFocusLost: () => void;
};

/** Shows uploaded files, then those that are not. */
export function UploadList({ files, uploads, onFocusLost }: Props) {
  const client = useQueryClient();
  const shown = files.slice(0, MAX_UPLOADED);
  const retryable = uploads.filter(({ state, canRetry }) => state === 'failed' && canRetry);

  return (
    <>
      <p className="visually-hidden" role="status">
        {statusText(files.length, uploads)}
      </p>
      {files.length + uploads.length > 0 && (
        <ul className="uploads" aria-label="Files">
          {shown.map(({ name, bytes }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and keep their place
            <li key={index}>
              <bdi className="file-name">{name}</bdi>
              <span className="muted">{formatBytes(bytes)}</span>
              <span className="badge" data-tone="good">
                Uploaded
              </span>
            </li>
          ))}
          {files.length > shown.length && (
            <li className="muted">{`and ${countText(files.length - shown.length, 'more uploaded file')}`}</li>
          )}
          {uploads.map((one) => (
            <UploadItem
              key={one.key}
              upload={one}
              retry={() => retryUpload(client, one.key)}
              remove={() => leaveOut([one.key])}
              onFocusLost={onFocusLost}
            />
          ))}
        </ul>
      )}
      {retryable.length > 1 && (
        <div className="choices">
          <button
            type="button"
            className="secondary"
            onClick={() => {
              for (const { key } of retryable) retryUpload(client, key);
              onFocusLost();
            }}
          >
            {`Retry all ${retryable.length}`}
          </button>
          <button
            type="button"
            className="secondary"
            onClick={() => {
              leaveOut(uploads.filter(({ state }) => state === 'failed').map(({ key }) => key));
              onFocusLost();
            }}
          >
            Leave out what failed
          </button>
        </div>
      )}
    </>
  );
}

type ItemProps = { upload: Upload; retry: () => void; remove: () => void } & Pick<Props, 'onFocusLost'>;

function UploadItem({ upload, retry, remove, onFocusLost }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);
  const { name, file, state, sentBytes, problem, canRetry } = upload;
  const percent = Math.min(100, Math.floor((100 * sentBytes) / Math.max(1, file.size)));
  const isFailed = state === 'failed';
  return (
    <li ref={item}>
      <bdi className="file-name">{name}</bdi>
      <span className="muted">{formatBytes(file.size)}</span>
      {isFailed ? (
        <span className="upload-problem">{problem}</span>
      ) : (
        <span className="upload-progress">
          <progress max={100} value={percent} aria-label={`Upload of ${name}`} />
          <span>{state === 'waiting' ? 'Waiting' : `${percent}%`}</span>
        </span>
      )}
      <span className="choices">
        {isFailed && canRetry && (
          <button
            type="button"
            className="secondary"
            aria-label={`Retry ${name}`}
            onClick={() => {
              // This button is removed, the other one stays.
              removeButton.current?.focus();
              retry();
            }}
          >
            Retry
          </button>
        )}
        <button
          ref={removeButton}
          type="button"
          className="secondary"
          aria-label={`${isFailed ? 'Leave out' : 'Cancel'} ${name}`}
          onClick={remove}
        >
          {isFailed ? 'Leave out' : 'Cancel'}
        </button>
      </span>
    </li>
  );
}

/** Changes with each file, not with each percent. */
function statusText(uploaded: number, uploads: readonly Upload[]): string {
  const failed = uploads.filter(({ state }) => state === 'failed');
  const pending = uploads.length - failed.length;
  return [
    ...(uploaded > 0 ? [`${countText(uploaded, 'file')} uploaded.`] : []),
    ...(pending > 0 ? [`${countText(pending, 'file')} to go.`] : []),
    ...failed.map(({ name, problem }) => `${name}: ${problem}`).slice(-1),
  ].join(' ');
}
