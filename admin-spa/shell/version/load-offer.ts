import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import { Offer } from './Offer.tsx';
import stylesheet from './offer.scss?url';

export async function loadOffer() {
  await loadStylesheet(stylesheet);
  return { Offer };
}
