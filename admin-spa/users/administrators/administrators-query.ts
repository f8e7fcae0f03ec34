import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listAdministrators } from '#contract/users/administrators.ts';
import { userListsKey } from '../queries.ts';

/**
 * Its key is one of the lists of users, so that a changed user changes it too. It needs
 * `administrators:manage`.
 */
export const administratorsQuery = queryOptions({
  queryKey: [...userListsKey, 'administrators'],
  queryFn: ({ signal }) => call(listAdministrators, { signal }),
});
