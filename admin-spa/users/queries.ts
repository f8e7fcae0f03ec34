import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAudit } from '#contract/audit.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { listUsers, userListFeatures } from '#contract/users/list.ts';
import { listNotes } from '#contract/users/notes.ts';
import { readUser } from '#contract/users/read.ts';
import { listFeatures } from '../ui/list/list-features.ts';
import { DEFAULT_PAGE_SIZE, type ListState } from '../ui/list/list-state.ts';
import { toUserFilters } from './list/user-filters.ts';

export const userListsKey = ['users', 'list'] as const;
export const userValuesKey = ['users', 'values'] as const;

/** The filters are sent only to a provider that offers them. */
export function usersPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...userListsKey, { ...query, ...filters }],
    queryFn: async ({ client, signal }) => {
      const isFiltered = Object.keys(filters).length > 0 && (await offersFilters(client));
      return call(listUsers, { query: isFiltered ? { ...query, ...toUserFilters(filters) } : query, signal });
    },
  });
}

async function offersFilters(client: QueryClient): Promise<boolean> {
  const first = usersPageQuery({ keyword: '', page: 1, pageSize: DEFAULT_PAGE_SIZE, filters: {} });
  const features = await listFeatures(client, userListsKey, () => client.query(first));
  return features.includes(userListFeatures.filters);
}

/** The list without any parameter. */
export const newestUsersQuery = queryOptions({
  queryKey: [...userListsKey, 'newest'],
  queryFn: ({ signal }) => call(listUsers, { signal }),
});

export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'detail', userId],
    queryFn: ({ signal }) => call(readUser, { parameters: { userId }, signal }),
  });
}

export function subscriptionHistoryQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'history', userId],
    queryFn: ({ signal }) => call(subscriptionHistory, { parameters: { userId }, signal }),
  });
}

/** Only if the server offers the feature. */
export function notesQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'notes', userId],
    queryFn: ({ signal }) => call(listNotes, { parameters: { userId }, signal }),
  });
}

/** Only if the server offers the feature. */
export function auditQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', 'audit', userId],
    queryFn: ({ signal }) => call(readAudit, { parameters: { userId }, signal }),
  });
}
