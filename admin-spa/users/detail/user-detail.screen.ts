import { recordIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { historyOf, userDetail } from '../queries.ts';

export const screen: Screen = {
  pattern: routes.user,
  title: 'User Detail',
  load: async () => (await import('./UserDetail.tsx')).UserDetail,
  prefetch: (path) => {
    const userId = recordIn(routes.user, path);
    prefetch(userDetail(userId));
    prefetch(historyOf(userId));
  },
};
