import { useEffect, useState } from 'react';
import { SEARCH_FEATURE } from '#contract/search.ts';
import { useHasFeature } from '../shell/features.ts';
import { LazyPart, lazy, preload, sayMissing } from '../ui/lazy.tsx';

const palette = lazy(() => import('./Palette.tsx'));

/** Opens the palette, as Ctrl+K and Cmd+K do on every screen. Only if the server can search. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const hasSearch = useHasFeature(SEARCH_FEATURE);

  useEffect(() => {
    if (!hasSearch) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      // Before the K: what is typed at once must find the palette open.
      preload(palette);
      if (event.key.toLowerCase() !== 'k') return;
      if (event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [hasSearch]);

  if (!hasSearch) return null;
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
        <LazyPart
          code={palette}
          onFailed={() => {
            close();
            void sayMissing();
          }}
        >
          {({ Palette }) => <Palette close={close} />}
        </LazyPart>
      )}
    </>
  );
}
