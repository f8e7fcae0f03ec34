import { useRef } from 'react';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';

type Props = { message: string; retry: () => void; isBusy?: boolean };

export function FailedPanel({ message, retry, isBusy = false }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(panel);
  return (
    <div ref={panel} className="failed" role="alert">
      <p>{message}</p>
      <button
        type="button"
        className="secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || retry()}
      >
        Retry
      </button>
    </div>
  );
}
