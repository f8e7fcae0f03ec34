import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

type Props = {
  /** On the button. */
  label: ReactNode;
  /** The tooltip of the button. */
  title?: string;
  className?: string;
  /** The panel has the screen that is open. */
  isCurrent?: boolean;
  /** The panel, which may close itself. */
  children: (close: () => void) => ReactNode;
};

/** A dialog that a control of the panel has opened gives the focus back to it. */
const isInDialog = (target: EventTarget) => target instanceof Element && target.closest('dialog') !== null;

/** A button with a panel below it. Escape, a press outside and leaving it close the panel. */
export function Popover({ label, title, className = 'secondary', isCurrent = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOutside = (target: EventTarget | null) =>
    target instanceof Element && !frame.current?.contains(target) && !isInDialog(target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only a ref
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => isOutside(target) && setIsOpen(false);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  /** The focus must not be lost with the panel, and not be taken from elsewhere. */
  function close() {
    setIsOpen(false);
    const focused = document.activeElement;
    if (!focused || focused === document.body || frame.current?.contains(focused)) button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls in it
    <div
      ref={frame}
      className="popover"
      onKeyDown={({ key, target }: KeyboardEvent) =>
        key === 'Escape' && isOpen && !isInDialog(target) && close()
      }
      onBlur={({ relatedTarget }: FocusEvent) => isOutside(relatedTarget) && setIsOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={className}
        title={title}
        data-current={isCurrent || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      <div id={id} className="card" hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
