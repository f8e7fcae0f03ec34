import { useEffect } from 'react';
import { preloadScreen } from './screens.ts';

/** Loads the code of a screen when a link to it is hovered or focused. */
export function usePreload(): void {
  useEffect(() => {
    const onReach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin === location.origin) preloadScreen(link.pathname);
    };
    document.addEventListener('pointerover', onReach);
    document.addEventListener('focusin', onReach);
    return () => {
      document.removeEventListener('pointerover', onReach);
      document.removeEventListener('focusin', onReach);
    };
  }, []);
}
