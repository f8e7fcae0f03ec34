import { useEffect, useState } from 'react';
import { useHasUnsaved } from '../../ui/form/unsaved.ts';
import { isOutdated } from '../../ui/is-outdated.ts';
import { Offer } from './Offer.tsx';

const CHECK_MS = 600_000;

/** Offers a new version of the console. Asks for one now and then, and when the tab is shown again. */
export function NewVersion() {
  const [isOffered, setIsOffered] = useState(false);
  // What is typed comes first: the offer waits until it is saved or discarded.
  const hasUnsaved = useHasUnsaved();

  useEffect(() => {
    let checkedAt = Date.now();
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_MS) return;
      checkedAt = Date.now();
      if (await isOutdated()) setIsOffered(true);
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);

  return isOffered && !hasUnsaved ? <Offer later={() => setIsOffered(false)} /> : null;
}
