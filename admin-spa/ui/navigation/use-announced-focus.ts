import { useEffect } from 'react';

let first = true;

/**
 * Focuses the heading after a route change, for screen readers and keyboards; not on the first screen. Never scrolls:
 * Back keeps its scroll position.
 */
export function useAnnouncedFocus(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    if (first) {
      first = false;
      return;
    }
    focusHeading();
  }, [ready]);
}

/** Focuses the heading of the section, else of the screen, when the focused element is removed. */
export function focusHeading(gone?: Element): void {
  const heading =
    gone?.closest('section')?.querySelector<HTMLElement>('h2') ??
    document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
