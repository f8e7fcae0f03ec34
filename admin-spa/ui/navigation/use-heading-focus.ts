import { type RefObject, useLayoutEffect } from 'react';

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
