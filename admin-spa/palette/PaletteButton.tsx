import { useEffect, useState } from 'react';
import { SEARCH_FEATURE } from '#contract/search.ts';
import { useHasFeature } from '../shell/features.ts';
import { useLazyPart } from '../ui/feedback/use-lazy-part.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';

async function loadPalette() {
  const [{ Palette }, { default: stylesheet }] = await Promise.all([
    import('./Palette.tsx'),
    import('./palette.scss?url'),
  ]);
  await loadStylesheet(stylesheet);
  return { Palette };
}

/** Opens the palette, as Ctrl+K and Cmd+K do on every screen. Only if the server can search. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const part = useLazyPart(loadPalette, { isWanted, isOpen, close: () => setIsOpen(false) });
  const hasSearch = useHasFeature(SEARCH_FEATURE);

  useEffect(() => {
    if (!hasSearch) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      // Before the K: what is typed at once must find the palette open.
      setIsWanted(true);
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
        onPointerEnter={() => setIsWanted(true)}
        onFocus={() => setIsWanted(true)}
        onClick={() => setIsOpen(true)}
      >
        Search
      </button>
      {isOpen && part && <part.Palette close={() => setIsOpen(false)} />}
    </>
  );
}
