import { Search } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import { lazy, OpenedModule, preload } from '../ui/lazy.tsx';

const palette = lazy(() => import('./Palette.tsx'));
const retryAll = lazy(() => import('../payments/bulk/RetryAll.tsx'));
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the palette, as Ctrl+K and Cmd+K do on every screen. It is shown to those who may search. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isAskingRetry, setIsAskingRetry] = useState(false);
  const close = () => setIsOpen(false);
  const canSearch = useCan()('records:search');

  // Where the button is seen, the keys work.
  useLayoutEffect(() => {
    if (!canSearch) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      // It loads before the K: what is typed at once must find the palette open.
      preload(palette);
      if (event.key.toLowerCase() !== 'k') return;
      if (event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [canSearch]);

  if (!canSearch) return null;
  return (
    <>
      <button
        type="button"
        className="bar-item"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search and actions (${isApple ? '⌘K' : 'Ctrl+K'})`}
        onPointerEnter={() => preload(palette)}
        onFocus={() => preload(palette)}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" />
        <span>Search</span>
        {/* It is `aria-keyshortcuts` for screen readers. */}
        <span className="shortcut" aria-hidden="true">
          {isApple ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <OpenedModule code={palette} close={close}>
          {({ Palette }) => <Palette close={close} retryAll={() => setIsAskingRetry(true)} />}
        </OpenedModule>
      )}
      {isAskingRetry && (
        <OpenedModule code={retryAll} close={() => setIsAskingRetry(false)}>
          {({ RetryAll }) => <RetryAll onClosed={() => setIsAskingRetry(false)} />}
        </OpenedModule>
      )}
    </>
  );
}
