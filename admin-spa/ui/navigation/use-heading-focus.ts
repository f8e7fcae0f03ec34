import { type RefObject, useEffect, useLayoutEffect } from 'react';

let isFirstScreen = true;

/** Set while a link of the screen is about to get the focus instead. */
export const headingFocus = { isElsewhere: false };

/**
 * Focuses the heading after a route change, for screen readers and keyboards; not on the first screen. Never scrolls:
 * Back keeps its scroll position.
 */
export function useHeadingFocus({ isReady }: { isReady: boolean }): void {
  const { isElsewhere } = headingFocus;
  useEffect(() => {
    if (!isReady) return;
    if (isFirstScreen) {
      isFirstScreen = false;
      return;
    }
    if (!isElsewhere) focusHeading();
  }, [isReady]);
}

/**
 * Focuses the heading of the section, else of the screen, when the focused element is removed. It scrolls to it, except
 * after a click.
 */
export function focusHeading(removed?: Element): void {
  const inSection = removed?.closest('section')?.querySelectorAll<HTMLElement>('h2') ?? [];
  const heading =
    [...inSection].find((found) => !removed?.contains(found)) ??
    document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  const isClick = document.activeElement?.matches(':focus:not(:focus-visible)') ?? false;
  heading?.focus({ preventScroll: isClick || removed === undefined });
}

/** Focuses the heading when the element is removed with the focused control in it. */
export function useHeadingFocusOnRemoval(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement)) focusHeading(shown);
    };
  }, [element]);
}
