import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { newestUsersQuery } from '../users/queries.ts';
import { statisticsQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.home,
  title: 'Home',
  load: async () => (await import('./Dashboard.tsx')).Dashboard,
  prefetch: () => Promise.all([prefetch(statisticsQuery), prefetch(newestUsersQuery)]),
};
