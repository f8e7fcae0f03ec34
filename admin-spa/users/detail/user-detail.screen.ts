import { recordIdIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import { subscriptionHistoryQuery, userQuery } from '../queries.ts';
import stylesheet from './user-detail.scss?url';

export const screen: Screen = {
  pattern: routes.user,
  title: 'User Detail',
  load: async () => {
    const [{ UserDetail }] = await Promise.all([import('./UserDetail.tsx'), loadStylesheet(stylesheet)]);
    return UserDetail;
  },
  prefetch: (path) => {
    const userId = recordIdIn(routes.user, path);
    return Promise.all([prefetch(userQuery(userId)), prefetch(subscriptionHistoryQuery(userId))]);
  },
};
