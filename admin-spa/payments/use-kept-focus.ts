import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../ui/navigation/use-announced-focus.ts';

/**
 * Where a row with the focus leaves, the focus goes to the button of the row that takes its place, of the last row
 * where it was the last, and to the heading where it was the only one. `rows` are the ids in their order; each row
 * carries its own as `data-row`. Returns what the frame around the rows needs.
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
    // The focus has moved elsewhere meanwhile and stays there.
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
