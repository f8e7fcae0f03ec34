import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listUsers } from '#contract/users/list.ts';
import { readUser } from '#contract/users/read.ts';

export const userListsKey = ['users', 'list'] as const;
export const userValuesKey = ['users', 'values'] as const;
/** Each key belongs to one user and begins the keys of its pages. */
export const notesKey = (userId: string) => ['users', 'notes', userId] as const;
export const auditKey = (userId: string) => ['users', 'audit', userId] as const;
export const sessionsKey = (userId: string) => ['users', 'sessions', userId] as const;

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
