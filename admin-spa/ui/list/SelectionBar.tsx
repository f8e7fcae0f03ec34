import { type ReactNode, useEffect, useRef } from 'react';
import { useHeadingFocusOnRemoval } from '../navigation/use-heading-focus.ts';

type Props = {
  /** For screen readers, as in "Selected recipes". */
  label: string;
  /** As in "3 selected". */
  text: string;
  clear: () => void;
  /** The bar gets the focus when this becomes true, because the button that led here is removed. */
  takesFocus?: boolean;
  /** The actions for the selected rows. */
  children: ReactNode;
  /** It stands below the buttons. */
  more?: ReactNode;
};

export function SelectionBar({ label, text, clear, takesFocus = false, children, more }: Props) {
  const bar = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(bar);
  useEffect(() => {
    if (takesFocus) bar.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section ref={bar} className="selection-bar" tabIndex={-1} aria-label={label}>
      <p>{text}</p>
      {children}
      <button type="button" className="secondary" onClick={clear}>
        Clear selection
      </button>
      {more}
    </section>
  );
}
