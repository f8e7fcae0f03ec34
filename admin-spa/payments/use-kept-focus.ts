import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';

/**
 * If the focused row is removed, the focus moves to the button of the next row, else of the last row, else to the
 * heading. `rows` are ids in order, set on each row as `data-row`.
 */
export function useKeptFocus(rows: readonly string[]): {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const before = useRef(rows);

  useLayoutEffect(() => {
    const gone = focused.current;
    const place = gone === null || rows.includes(gone) ? -1 : before.current.indexOf(gone);
    before.current = rows;
    if (place < 0) return;
    focused.current = null;
    // The user has moved the focus.
    if (document.activeElement !== document.body) return;
    const buttons = ref.current?.querySelectorAll<HTMLElement>('[data-row] button') ?? [];
    const next = buttons[Math.min(place, buttons.length - 1)];
    if (next) next.focus();
    else focusHeading();
  }, [rows]);

  return {
    ref,
    onFocus: ({ target }) => {
      focused.current = target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
    },
  };
}
