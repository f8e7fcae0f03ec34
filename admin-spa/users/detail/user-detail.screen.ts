import { recordIdIn, routes } from '../../routes.ts';
import { prefetch } from '../../shell/prefetch.ts';
import type { Screen } from '../../shell/screen.ts';
import { loadStylesheet } from '../../ui/load-stylesheet.ts';
import { userQuery } from '../queries.ts';
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
    // The histories are not in the code that every screen starts with. Where it does not arrive, the screen does not either.
    const history = import('./UserDetail.tsx').then(
      ({ prefetchHistory }) => prefetchHistory(userId),
      () => undefined,
    );
    return Promise.all([prefetch(userQuery(userId)), history]);
  },
};
