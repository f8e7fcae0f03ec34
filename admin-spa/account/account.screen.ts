import { routes } from '../routes.ts';
import { prefetch } from '../shell/prefetch.ts';
import type { Screen } from '../shell/screen.ts';
import { accountQuery } from './queries.ts';

export const screen: Screen = {
  pattern: routes.account,
  title: 'Your account',
  load: async () => (await import('./Account.tsx')).Account,
  prefetch: () => prefetch(accountQuery),
};
