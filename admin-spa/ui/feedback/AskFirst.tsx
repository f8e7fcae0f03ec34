import { type ReactNode, useId, useRef } from 'react';

type Props = {
  label: string;
  /** The label during the work; presses do nothing then. */
  working: string;
  busy: boolean;
  title: string;
  children: ReactNode;
  danger?: boolean;
  /** False starts the work without a question. */
  asks?: boolean;
  className?: string;
  onConfirm: () => void;
};

/**
 * Confirms an action that is hard to undo. The dialog closes first, so that the button gets the focus back and no
 * notification is behind the dialog.
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
          {/* First, because a modal dialog focuses its first control. */}
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
