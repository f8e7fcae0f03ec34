import { type ReactNode, useCallback, useRef } from 'react';

/** Says a text once to screen readers. */
export type Announce = (text: string) => void;

/** Writes past React, so that an announcement renders nothing. */
export function useAnnouncer(): { announce: Announce; region: ReactNode } {
  const element = useRef<HTMLParagraphElement>(null);
  const announce = useCallback<Announce>((text) => {
    const region = element.current;
    if (!region) return;
    // Screen readers say the same text again only if its ending differs.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }, []);
  return { announce, region: <p ref={element} className="visually-hidden" role="status" /> };
}
