import { useEffect } from 'react';
import { describeAgo } from './ago.ts';
import { EMPTY_VALUE, formatDate, formatTime } from './format.ts';

type Props = { at: string | null; hasTime?: boolean };

/** A date. How long ago it is shows beside it under the pointer, and while its row has the focus of the keyboard. */
export function When({ at, hasTime = false }: Props) {
  useEffect(showAgo, []);
  if (!at) return <span>{EMPTY_VALUE}</span>;
  return <time dateTime={at}>{hasTime ? formatTime(at) : formatDate(at)}</time>;
}

/** The attribute holds the text, which the stylesheet shows. */
const ATTRIBUTE = 'data-ago';

/** The dates inside these elements say how long ago they are. */
let pointed: Element | null = null;
let focused: Element | null = null;
let areAll = false;

/** Every date calls it. The listeners are the same, so each is added once. */
function showAgo(): void {
  document.addEventListener('pointerover', onPointer);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('keydown', onKey);
}

/** Shows how long ago each date of the screen was, until Escape or the next focus: for rows without a control. */
export function showAllAgo(): void {
  areAll = true;
  update();
}

function onPointer({ target }: PointerEvent): void {
  const date = target instanceof Element ? target.closest('time') : null;
  if (date === pointed) return;
  pointed = date;
  update();
}

function onFocus(): void {
  const element = document.activeElement;
  focused = element?.matches(':focus-visible') ? element.closest('tr, li, .conflict') : null;
  areAll = false;
  update();
}

/** WCAG 1.4.13: what covers a part of the screen can be dismissed. */
function onKey({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return;
  pointed = null;
  focused = null;
  areAll = false;
  update();
}

function update(): void {
  const now = new Date();
  const wanted = new Set<Element | null>([
    pointed,
    ...(focused?.querySelectorAll('time') ?? []),
    ...(areAll ? document.querySelectorAll('main time') : []),
  ]);
  for (const date of document.querySelectorAll(`time[${ATTRIBUTE}]`)) {
    if (!wanted.has(date)) date.removeAttribute(ATTRIBUTE);
  }
  for (const date of wanted) {
    const ago = date instanceof HTMLTimeElement ? describeAgo(date.dateTime, now) : '';
    if (ago) date?.setAttribute(ATTRIBUTE, ago);
  }
}
