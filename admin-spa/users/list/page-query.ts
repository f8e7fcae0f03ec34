import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listUsers, userListFeatures } from '#contract/users/list.ts';
import { listFeatures } from '../../ui/list/list-features.ts';
import { DEFAULT_PAGE_SIZE, LIST_KEPT_MS, type ListState } from '../../ui/list/list-state.ts';
import { userListsKey } from '../queries.ts';
import { toUserFilters } from './user-filters.ts';

/** The filters are sent only to a provider that offers them. */
export function usersPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...userListsKey, { ...query, ...filters }],
    gcTime: LIST_KEPT_MS,
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
