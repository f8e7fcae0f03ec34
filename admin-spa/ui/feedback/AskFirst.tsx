import { type ReactNode, useId, useRef } from 'react';

type Props = {
  label: string;
  /** What the button says while the work is under way; it stays where it is and does nothing more. */
  working: string;
  busy: boolean;
  /** The question. */
  title: string;
  /** What will happen, to decide by. */
  children: ReactNode;
  danger?: boolean;
  /** False where there is nothing to lose: the work starts at once. */
  asks?: boolean;
  className?: string;
  onConfirm: () => void;
};

/**
 * A button that asks before it does something that is not easily undone. The question closes before the work starts,
 * so that the focus is back on the button and notifications are not behind it.
 */
export function AskFirst({
  label,
  working,
  busy,
  title,
  children,
  danger = false,
  asks = true,
  className = 'secondary',
  onConfirm,
}: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const press = () => {
    if (busy) return;
    if (asks) dialog.current?.showModal();
    else onConfirm();
  };
  return (
    <>
      <button type="button" className={className} aria-disabled={busy || undefined} onClick={press}>
        {busy ? working : label}
      </button>
      <dialog
        ref={dialog}
        className="confirm"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{children}</p>
        <div className="choices">
          {/* The harmless one first: it is what a modal dialog gives the focus to. */}
          <button type="button" className="secondary" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            className={danger ? 'contrast' : undefined}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {label}
          </button>
        </div>
      </dialog>
    </>
  );
}
