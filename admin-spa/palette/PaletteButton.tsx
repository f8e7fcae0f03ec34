import { useLayoutEffect, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import { LazyModule, lazy, preload, sayMissing } from '../ui/lazy.tsx';

const palette = lazy(() => import('./Palette.tsx'));

/** Opens the palette, as Ctrl+K and Cmd+K do on every screen. It is shown to those who may search. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
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
        className="find"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search and actions (Ctrl+K)"
        onPointerEnter={() => preload(palette)}
        onFocus={() => preload(palette)}
        onClick={() => setIsOpen(true)}
      >
        Search
      </button>
      {isOpen && (
        <LazyModule
          code={palette}
          onFailed={() => {
            close();
            void sayMissing();
          }}
        >
          {({ Palette }) => <Palette close={close} />}
        </LazyModule>
      )}
    </>
  );
}
