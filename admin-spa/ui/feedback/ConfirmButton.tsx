import { type ReactNode, type RefObject, useId, useRef } from 'react';

type Props = {
  label: string;
  icon?: ReactNode;
  /** The person or thing that the button is about, for screen readers, if other rows have the same button. */
  subject?: string | undefined;
  /** The label during the work; presses do nothing then. */
  busyLabel: string;
  isBusy: boolean;
  title: string;
  children: ReactNode;
  isDestructive?: boolean;
  /** False starts the work without a question; a function is asked on each press. */
  needsConfirmation?: boolean | (() => Promise<boolean>);
  className?: string;
  onConfirm: () => void;
};

/**
 * Confirms an action that is hard to undo. The dialog closes first, so that the button gets the focus back and no
 * notification is behind the dialog.
 */
export function ConfirmButton({
  label,
  icon,
  subject,
  busyLabel,
  isBusy,
  title,
  children,
  isDestructive = false,
  needsConfirmation = true,
  className = isDestructive ? 'secondary danger' : 'secondary',
  onConfirm,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAsking = useRef(false);
  const start = (question: { isNeeded: boolean }) =>
    question.isNeeded ? dialog.current?.showModal() : onConfirm();
  const press = async () => {
    // A second click may come before the first one is answered or rendered.
    if (isBusy || isAsking.current) return;
    if (typeof needsConfirmation === 'boolean') {
      start({ isNeeded: needsConfirmation });
      return;
    }
    isAsking.current = true;
    try {
      start({ isNeeded: await needsConfirmation() });
    } finally {
      isAsking.current = false;
    }
  };
  return (
    <>
      <button type="button" className={className} aria-disabled={isBusy || undefined} onClick={press}>
        {icon}
        <span>{isBusy ? busyLabel : label}</span>
        {subject && (
          <>
            {' '}
            <span className="visually-hidden">{subject}</span>
          </>
        )}
      </button>
      <ConfirmDialog
        dialog={dialog}
        label={label}
        title={title}
        isDestructive={isDestructive}
        onConfirm={onConfirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

type DialogProps = Pick<Props, 'label' | 'title' | 'children' | 'isDestructive' | 'onConfirm'> & {
  /** It opens with `showModal()`. */
  dialog: RefObject<HTMLDialogElement | null>;
  onClose?: () => void;
};

/** The question alone, for what has no button of its own. */
export function ConfirmDialog({
  dialog,
  label,
  title,
  children,
  isDestructive,
  onConfirm,
  onClose,
}: DialogProps) {
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
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
          className={isDestructive ? 'contrast' : undefined}
          onClick={() => {
            if (!dialog.current?.open) return;
            close();
            onConfirm();
          }}
        >
          {label}
        </button>
      </div>
    </dialog>
  );
}
