import { recordIdIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { subscriptionHistoryQuery, userQuery } from '../queries.ts';

export const screen: Screen = {
  pattern: routes.user,
  title: 'User Detail',
  load: async () => (await import('./UserDetail.tsx')).UserDetail,
  prefetch: (path) => {
    const userId = recordIdIn(routes.user, path);
    return Promise.all([prefetch(userQuery(userId)), prefetch(subscriptionHistoryQuery(userId))]);
  },
};
