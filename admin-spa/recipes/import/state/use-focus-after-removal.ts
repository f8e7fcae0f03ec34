import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../../../ui/navigation/use-heading-focus.ts';

/** When `shown` changes and the focused element is removed with it, the heading of the first card gets the focus. */
export function useFocusAfterRemoval(shown: unknown): void {
  const focused = useRef<Element | null>(document.activeElement);
  const before = useRef(shown);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (!focused.current || focused.current.isConnected) return;
    // A part of the card below its heading.
    focusHeading(document.querySelector('main section > :last-child') ?? undefined);
  }, [shown]);
}
