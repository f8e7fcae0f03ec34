import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './activity.scss?url';

export const screen: Screen = {
  pattern: routes.activity,
  title: 'Activity',
  load: async () => {
    const [{ Activity }] = await Promise.all([import('./Activity.tsx'), loadStylesheet(stylesheet)]);
    return Activity;
  },
};
