import { routes } from '../../routes.ts';
import type { Screen } from '../../shell/screen.ts';

export const screen: Screen = {
  pattern: routes.paymentStores,
  title: 'Store connections',
  load: () => import('../tabs/load-tabs.ts').then((tabs) => tabs.loadStores()),
};
