import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { listUsers } from '#contract/users/list.ts';
import { LIST_KEPT_MS, type ListState } from '../../ui/list/list-state.ts';
import { userListsKey } from '../queries.ts';
import { toUserFilters } from './user-filters.ts';

/** Filters are sent only with `users:filter`. */
export function usersPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...userListsKey, { ...query, ...filters }],
    gcTime: LIST_KEPT_MS,
    queryFn: ({ signal }) =>
      call(listUsers, {
        query: can('users:filter') ? { ...query, ...toUserFilters(filters) } : query,
        signal,
      }),
  });
}
