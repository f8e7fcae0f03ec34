import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './bulk.scss?url';

/** What the list needs only after its first rows. */
export async function loadBulk() {
  const [{ BulkRetries }, { RetryBar }] = await Promise.all([
    import('./BulkRetries.tsx'),
    import('./RetryBar.tsx'),
    loadStylesheet(stylesheet),
  ]);
  return { BulkRetries, RetryBar };
}
