import { useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../../../ui/navigation/use-heading-focus.ts';

/** When `shown` changes and the focused element is removed with it, the heading of the first card gets the focus. */
export function useKeptFocus(shown: unknown): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement && document.activeElement !== document.body) return;
    focusHeading(document.querySelector('main section') ?? undefined);
  }, [shown]);
}
