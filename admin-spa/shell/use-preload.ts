import { useEffect } from 'react';
import { preload } from './screens.ts';

/** Loads the code of a screen when a link to it is hovered or focused. */
export function usePreload(): void {
  useEffect(() => {
    const reach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin === location.origin) preload(link.pathname);
    };
    document.addEventListener('pointerover', reach);
    document.addEventListener('focusin', reach);
    return () => {
      document.removeEventListener('pointerover', reach);
      document.removeEventListener('focusin', reach);
    };
  }, []);
}
