import type { PointerEvent } from 'react';

/** The page scrolls when the pointer is this close to its edge. */
const EDGE_PX = 80;
const SCROLL_STEP_PX = 12;

type Drag = { list: HTMLElement; index: number; onDrop: (to: number) => void };

/** Rows stay in place until the pointer is released; a line shows where the row would go. Escape cancels. */
export function dragRow(event: PointerEvent<HTMLElement>, { list, index, onDrop }: Drag): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const handle = event.currentTarget;
  const rows = [...list.children];
  const stop = new AbortController();
  const { signal } = stop;
  let to = index;
  handle.setPointerCapture(event.pointerId);
  rows[index]?.setAttribute('data-dragged', '');

  function show() {
    for (const row of rows) row.removeAttribute('data-drop');
    if (to !== index) rows[to]?.setAttribute('data-drop', to < index ? 'before' : 'after');
  }

  function end() {
    stop.abort();
    for (const row of rows) row.removeAttribute('data-drop');
    rows[index]?.removeAttribute('data-dragged');
  }

  handle.addEventListener(
    'pointermove',
    ({ clientY }: MouseEvent) => {
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_STEP_PX);
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_STEP_PX);
      to = targetIndex(rows, index, clientY);
      show();
    },
    { signal },
  );
  handle.addEventListener(
    'pointerup',
    () => {
      end();
      if (to !== index) onDrop(to);
    },
    { signal },
  );
  handle.addEventListener('pointercancel', end, { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
}

function targetIndex(rows: readonly Element[], index: number, y: number): number {
  const isPast = (row: Element) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  };
  return rows.filter((row, at) => at !== index && isPast(row)).length;
}
