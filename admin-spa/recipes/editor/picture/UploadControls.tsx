import { useId, useLayoutEffect, useRef } from 'react';
import { pictureLimits, pictureTypes } from '#contract/pictures.ts';
import type { PictureUpload } from './use-picture-upload.ts';

type Props = {
  upload: PictureUpload;
  onFiles: (files: readonly File[]) => void;
  /** Null if there is no picture. */
  onRemove: (() => void) | null;
};

export function UploadControls({ upload, onFiles, onRemove }: Props) {
  const id = useId();
  const { percent, failure } = upload;
  const chooseButton = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const focusFirst = () => chooseButton.current?.focus();
  return (
    <div className="field picture-upload">
      <small
        id={`${id}-hint`}
        className="hint"
      >{`Choose a file, drop it here or paste it: JPEG, PNG, WebP or AVIF, up to ${pictureLimits.bytes / 1024 / 1024} MB.`}</small>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <div className="actions">
        <button
          ref={chooseButton}
          type="button"
          className="secondary"
          aria-describedby={failure ? `${id}-hint ${id}-error` : `${id}-hint`}
          onClick={() => input.current?.click()}
        >
          Choose a picture
        </button>
        {onRemove && (
          <button
            type="button"
            className="secondary"
            onClick={() => {
              onRemove();
              focusFirst();
            }}
          >
            Remove picture
          </button>
        )}
      </div>
      {percent !== null && (
        <UploadProgress percent={percent} onCancel={upload.cancel} onFocusLost={focusFirst} />
      )}
      {failure && (
        <small id={`${id}-error`} className="error">
          {failure}
        </small>
      )}
    </div>
  );
}

type ProgressProps = {
  percent: number;
  onCancel: () => void;
  /** Is called when the focused button disappears. */
  onFocusLost: () => void;
};

function UploadProgress({ percent, onCancel, onFocusLost }: ProgressProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it disappears
  useLayoutEffect(() => {
    const button = cancelButton.current;
    return () => {
      if (document.activeElement === button) onFocusLost();
    };
  }, []);
  // The server still converts what has arrived.
  const isSent = percent === 100;
  return (
    <div className="progress">
      <progress max={100} {...(!isSent && { value: percent })} aria-label="Upload of the picture" />
      <span>{isSent ? 'Preparing…' : `${percent}%`}</span>
      <button ref={cancelButton} type="button" className="secondary" onClick={onCancel}>
        Cancel upload
      </button>
    </div>
  );
}
