import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';

export const screen: Screen = {
  pattern: routes.activity,
  title: 'Activity',
  load: () => import('../account/load-screens.ts').then((screens) => screens.loadActivity()),
};
