import { useLayoutEffect, useRef } from 'react';

type Props = {
  percent: number;
  onCancel: () => void;
  /** The button had the focus, and disappears. */
  onFocusLost: () => void;
};

export function UploadProgress({ percent, onCancel, onFocusLost }: Props) {
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
