import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './more.scss?url';

/** What the dashboard shows beside the cards of the specification. Together, so that no part moves another one. */
export async function loadMore() {
  const [{ Overview }, { MonthsCard }] = await Promise.all([
    import('./overview/Overview.tsx'),
    import('./chart/MonthsCard.tsx'),
    loadStylesheet(stylesheet),
  ]);
  return { Overview, MonthsCard };
}
