import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './administrators.scss?url';

export const screen: Screen = {
  pattern: routes.administrators,
  title: 'Administrators',
  load: async () => {
    const [{ Administrators }] = await Promise.all([
      import('./Administrators.tsx'),
      loadStylesheet(stylesheet),
    ]);
    return Administrators;
  },
};
