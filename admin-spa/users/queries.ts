import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAudit } from '#contract/audit.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { listUsers, readUser } from '#contract/users.ts';
import type { ListState } from '../ui/list/list-state.ts';

/** What every answer of the users list is kept under. */
export const usersLists = ['users', 'list'] as const;

/** One page of the users list. A page that is no longer wanted is aborted. */
export function usersPage({ keyword, page, pageSize }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...usersLists, query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
  });
}

/** The newest users: the list without any parameter. */
export const newestUsers = queryOptions({
  queryKey: [...usersLists, 'newest'],
  queryFn: ({ signal }) => call(listUsers, { signal }),
});

/** One user. */
export function userDetail(userId: string) {
  return queryOptions({
    queryKey: ['users', 'detail', userId],
    queryFn: ({ signal }) => call(readUser, { parameters: { userId }, signal }),
  });
}

/** What a user has subscribed to, now and before. */
export function historyOf(userId: string) {
  return queryOptions({
    queryKey: ['users', 'history', userId],
    queryFn: ({ signal }) => call(subscriptionHistory, { parameters: { userId }, signal }),
  });
}

/** What was changed on a user, and by whom. Only where the answer about the user names it. */
export function auditOf(userId: string) {
  return queryOptions({
    queryKey: ['users', 'audit', userId],
    queryFn: ({ signal }) => call(readAudit, { parameters: { userId }, signal }),
  });
}
