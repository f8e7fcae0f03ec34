import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { listUsers } from '#contract/users/list.ts';
import { readUser } from '#contract/users/read.ts';
import { ROWS_PER_CARD } from '../ui/CardPaging.tsx';

export const userListsKey = ['users', 'list'] as const;
export const userValuesKey = ['users', 'values'] as const;
/** The histories of all users begin with it: a recovered payment adds to one of them. */
export const historiesKey = ['users', 'history'] as const;
/** Each key belongs to one user and begins the keys of its pages. */
export const timelineKey = (userId: string) => ['users', 'timeline', userId] as const;
export const sessionsKey = (userId: string) => ['users', 'sessions', userId] as const;

/** Reads the list without any parameter. */
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

/** Reads a page, which the answer names. Without `subscriptions:read` it is the specification's call. */
export function subscriptionHistoryQuery(userId: string, page = 1) {
  const query = can('subscriptions:read') ? { page, pageSize: ROWS_PER_CARD } : {};
  return queryOptions({
    queryKey: [...historiesKey, userId, query],
    // The rows of the page before stay while the next one loads.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(subscriptionHistory, { parameters: { userId }, query, signal })),
      page,
    }),
  });
}
