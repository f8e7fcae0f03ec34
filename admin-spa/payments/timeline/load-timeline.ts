import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './timeline.scss?url';

/** What only an opened timeline needs. */
export async function loadTimeline() {
  const [{ Timeline }, { TimelineDialog }] = await Promise.all([
    import('./Timeline.tsx'),
    import('./TimelineDialog.tsx'),
    loadStylesheet(stylesheet),
  ]);
  return { Timeline, TimelineDialog };
}
