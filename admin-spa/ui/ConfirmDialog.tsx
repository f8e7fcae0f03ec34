import { type ReactNode, type RefObject, useId } from 'react';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** What will happen, for whoever is about to decide. */
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  onConfirm: () => void;
};

/**
 * Asks before something that is not easily undone; `showModal` opens it. It closes before the work starts, so that
 * the focus is back on what opened it and notifications are not behind it.
 */
export function ConfirmDialog({ dialog, title, children, confirm, danger = false, onConfirm }: Props) {
  const id = useId();
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{children}</p>
      <div className="choices">
        {/* The harmless one first: it is what a modal dialog gives the focus to. */}
        <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className={danger ? 'contrast' : undefined}
          onClick={() => {
            dialog.current?.close();
            onConfirm();
          }}
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
