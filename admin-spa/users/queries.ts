import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readAudit } from '#contract/audit.ts';
import { subscriptionHistory } from '#contract/subscriptions.ts';
import { listUsers } from '#contract/users/list.ts';
import { listNotes } from '#contract/users/notes.ts';
import { readUser } from '#contract/users/read.ts';

export const userListsKey = ['users', 'list'] as const;
export const userValuesKey = ['users', 'values'] as const;

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
