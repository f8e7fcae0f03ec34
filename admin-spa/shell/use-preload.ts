import { useEffect } from 'react';
import { prefetchScreen, preloadScreen } from './screens.ts';

/** A pointer or focus that only passes asks for no data. */
const REST_MS = 100;

/** Loads the code of a screen when a link to it is hovered or focused, and its data if that lasts. */
export function usePreload(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => clearTimeout(timer);
    const onReach = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin !== location.origin) return;
      const { pathname, search } = link;
      preloadScreen(pathname);
      stop();
      if (pathname !== location.pathname) timer = setTimeout(() => prefetchScreen(pathname, search), REST_MS);
    };
    const listeners = [
      ['pointerover', onReach],
      ['focusin', onReach],
      ['pointerout', stop],
      ['focusout', stop],
      // The screen that opens asks itself.
      ['click', stop],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    return () => {
      stop();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, []);
}
