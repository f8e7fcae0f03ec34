import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';

export const screen: Screen = {
  pattern: routes.users,
  title: 'Users',
  load: async () => (await import('./UsersList.tsx')).UsersList,
  // Not in the code that every screen starts with. Where it does not arrive, the screen does not either.
  prefetch: (_, search) =>
    import('./list/page-query.ts').then(
      ({ prefetchUsers }) => prefetchUsers(search),
      () => undefined,
    ),
};
