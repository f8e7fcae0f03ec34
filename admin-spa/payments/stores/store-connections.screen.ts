import { routes } from '../../routes.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './stores.scss?url';

export const screen: Screen = {
  pattern: routes.paymentStores,
  title: 'Store connections',
  load: async () => {
    const [{ StoreConnections }] = await Promise.all([
      import('./StoreConnections.tsx'),
      loadStylesheet(stylesheet),
    ]);
    return StoreConnections;
  },
  // Its queries come with its code, so that the start of the console stays small.
  prefetch: async () => undefined,
};
