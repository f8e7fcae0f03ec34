import { routes } from '../../routes.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import stylesheet from './figures.scss?url';

export const screen: Screen = {
  pattern: routes.paymentFigures,
  title: 'Recovery figures',
  load: async () => {
    const [{ RecoveryFigures }] = await Promise.all([
      import('./RecoveryFigures.tsx'),
      loadStylesheet(stylesheet),
    ]);
    return RecoveryFigures;
  },
  // Its queries come with its code, so that the start of the console stays small.
  prefetch: async () => undefined,
};
