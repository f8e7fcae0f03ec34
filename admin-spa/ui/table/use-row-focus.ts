import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../navigation/use-heading-focus.ts';

/**
 * If the focused row is removed, the focus moves to the action of the next row, else of the last row, else to the
 * heading. `rows` are ids in order, set on each row as `data-row`.
 */
export function useRowFocus(rows: readonly string[]): {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const focusedId = useRef<string | null>(null);
  const section = useRef<Element | null>(null);
  const previousRows = useRef(rows);

  useLayoutEffect(() => {
    const removedId = focusedId.current;
    const index =
      removedId === null || rows.includes(removedId) ? -1 : previousRows.current.indexOf(removedId);
    previousRows.current = rows;
    if (index < 0) return;
    focusedId.current = null;
    // The user has moved the focus.
    if (document.activeElement !== document.body) return;
    const actions = ref.current?.querySelectorAll('[data-row] .actions') ?? [];
    const next = actions[Math.min(index, actions.length - 1)]?.querySelector('button');
    if (next) next.focus();
    // Without rows the table is replaced, but the section stays.
    else focusHeading(section.current?.lastElementChild ?? undefined);
  }, [rows]);

  return {
    ref,
    onFocus: ({ target }) => {
      focusedId.current = target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
      section.current = target.closest('section');
    },
    // Not called when the focused row is removed. A window that loses the focus gets it back.
    onBlur: () => {
      if (document.hasFocus()) focusedId.current = null;
    },
  };
}
