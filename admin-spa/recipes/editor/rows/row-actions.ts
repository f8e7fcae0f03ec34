import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import { isComposing } from '#forms/is-composing.ts';
import type { Rows, RowsChange } from '../state/rows.ts';
import type { Announce } from '../use-announcer.tsx';
import type { RowKind } from './row-kinds.tsx';

/** Stays the same object on every render, so that typing renders one row only. */
export type RowActions<Value> = {
  readonly edit: (id: number, value: Value) => void;
  readonly move: (id: number, to: number) => void;
  readonly remove: (id: number) => void;
  readonly press: (id: number, event: KeyboardEvent<HTMLElement>) => void;
  readonly paste: (id: number, event: ClipboardEvent<HTMLElement>) => void;
  readonly drag: (id: number, event: PointerEvent<HTMLElement>) => void;
};

type Context<Value> = {
  kind: RowKind<Value>;
  rows: () => Rows<Value>;
  list: () => HTMLElement | null;
  change: (change: RowsChange<Value>) => void;
  announce: Announce;
  focusRow: (index: number) => void;
  openPaste: (rowId: number, text: string) => void;
};

type ListActions<Value> = RowActions<Value> & { readonly append: () => void; readonly undo: () => void };

/** Every change is announced, and the focus is never lost. */
export function rowActions<Value>(context: Context<Value>): ListActions<Value> {
  const { kind, change, announce, focusRow } = context;
  const noun = kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1);
  const items = () => context.rows().items;
  const indexOf = (id: number) => items().findIndex((row) => row.id === id);

  function insert(index: number) {
    change({ type: 'insert', index, values: [kind.blank] });
    focusRow(index);
    announce(`${noun} ${index + 1} of ${items().length + 1} added`);
  }

  function move(id: number, to: number) {
    const from = indexOf(id);
    const { length } = items();
    if (to < 0 || to >= length || to === from) return;
    change({ type: 'move', id, to });
    announce(`${noun} ${from + 1} moved to ${to + 1} of ${length}`);
  }

  function remove(id: number) {
    const index = indexOf(id);
    const row = items()[index];
    if (!row) return;
    change({ type: 'remove', id, isEmpty: kind.isBlank(row.value) });
    focusRow(Math.max(0, index - 1));
    announce(`${noun} ${index + 1} removed`);
  }

  return {
    move,
    remove,
    edit: (id, value) => change({ type: 'edit', id, value }),
    append: () => insert(items().length),
    undo: () => {
      const last = context.rows().removed.at(-1);
      if (!last) return;
      change({ type: 'undo' });
      focusRow(last.index);
      announce(`${noun} ${last.index + 1} restored`);
    },
    press: (id, event) => {
      const index = indexOf(id);
      const row = items()[index];
      const { target, key, altKey, shiftKey, ctrlKey, metaKey } = event;
      if (!row || isComposing(event.nativeEvent) || ctrlKey || metaKey) return;
      if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
        event.preventDefault();
        move(id, index + (key === 'ArrowUp' ? -1 : 1));
        return;
      }
      if (!isTextInput(target) || altKey || shiftKey) return;
      if (key === 'Enter') {
        event.preventDefault();
        insert(index + 1);
      }
      if (key === 'Backspace' && target.value === '' && kind.isBlank(row.value)) {
        event.preventDefault();
        remove(id);
      }
    },
    paste: (id, event) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isTextInput(event.target) || linesIn(text) < 2) return;
      event.preventDefault();
      context.openPaste(id, text);
    },
    drag: (id, event) => {
      const list = context.list();
      if (list) dragRow(event, { list, index: indexOf(id), onDrop: (to) => move(id, to) });
    },
  };
}

function isTextInput(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

function linesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** The page scrolls when the pointer is this close to its edge. */
const EDGE_PX = 80;
const SCROLL_STEP_PX = 12;

type Drag = { list: HTMLElement; index: number; onDrop: (to: number) => void };

/** Rows stay in place until the pointer is released; a line shows where the row would go. Escape cancels. */
function dragRow(event: PointerEvent<HTMLElement>, { list, index, onDrop }: Drag): void {
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
