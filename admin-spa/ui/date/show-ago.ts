import { describeAgo } from './ago.ts';

/** `data-ago` holds the text, which the stylesheet shows. */
const ATTRIBUTE = 'data-ago';

/** The dates inside these elements say how long ago they are. */
let pointed: Element | null = null;
let focused: Element | null = null;
let areAll = false;

/** Shows how long ago the date under the pointer was, and those of the row with the focus, until Escape. Every date calls it. */
export function showAgo(): void {
  // The same listener is added once.
  document.addEventListener('pointerover', onPointer);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('keydown', onKey);
}

/** Every date of the screen, until Escape or the next focus: for rows without a control. */
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
