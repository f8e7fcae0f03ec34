import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { readListState } from '../ui/list/list-state.ts';
import { userListOptions } from './list/user-filters.ts';
import { usersPageQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.users,
  title: 'Users',
  load: async () => (await import('./UsersList.tsx')).UsersList,
  prefetch: (_, search) => prefetch(usersPageQuery(readListState(search, userListOptions))),
};
