import { useEffect } from 'react';

let first = true;

/**
 * Moves the focus to the new screen's heading after a change of route, so that it is read out and the keyboard
 * goes on from there. The very first screen keeps the browser's own start. Nothing scrolls for it: a new screen
 * starts at its top, and one that Back returns to stays where the browser puts it.
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

/** Where the focus goes when what had it is gone: to the heading of the section around it, or of the screen. */
export function focusHeading(gone?: Element): void {
  const heading =
    gone?.closest('section')?.querySelector<HTMLElement>('h2') ??
    document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
