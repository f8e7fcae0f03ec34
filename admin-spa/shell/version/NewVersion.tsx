import { useEffect, useState } from 'react';
import { useHasUnsaved } from '../../ui/form/unsaved.ts';
import { isOutdated } from '../../ui/is-outdated.ts';

const CHECK_MS = 600_000;
/** The first rows come before it. */
const OFFER_MS = 5_000;

const loadOffer = () => import('./load-offer.ts').then((offer) => offer.loadOffer());

/** Offers a new version of the console. Asks for one now and then, and when the tab is shown again. */
export function NewVersion() {
  const [isOffered, setIsOffered] = useState(false);
  const [offer, setOffer] = useState<Awaited<ReturnType<typeof loadOffer>> | null>(null);
  // What is typed comes first: the offer waits until it is saved or discarded.
  const hasUnsaved = useHasUnsaved();

  useEffect(() => {
    // Before a deploy, which may remove the file. The next check tries again.
    const prepare = () => loadOffer().then(setOffer, () => undefined);
    const first = setTimeout(prepare, OFFER_MS);
    let checkedAt = Date.now();
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_MS) return;
      checkedAt = Date.now();
      await prepare();
      if (await isOutdated()) setIsOffered(true);
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);

  return isOffered && offer && !hasUnsaved ? <offer.Offer later={() => setIsOffered(false)} /> : null;
}
