import { useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../navigation/use-heading-focus.ts';

type Props = { message: string; retry: () => void; isBusy?: boolean };

export function FailedPanel({ message, retry, isBusy = false }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = panel.current;
    return () => {
      // The focused Retry button is removed with the panel.
      if (box?.contains(document.activeElement)) focusHeading(box);
    };
  }, []);
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
