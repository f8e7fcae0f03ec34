import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { readAudit } from '#contract/audit.ts';
import { failedPayments } from '#contract/payments/list.ts';
import { listCharges, subscriptionHistory } from '#contract/subscriptions.ts';
import { listNotes } from '#contract/users/notes.ts';
import { listSessions } from '#contract/users/sessions.ts';
import { failedPaymentsKey } from '../../payments/queries.ts';
import { ROWS_PER_CARD } from '../../ui/CardPaging.tsx';
import { auditKey, notesKey, sessionsKey } from '../queries.ts';

/** What the page of a user shows below the form. Each answer says which page it is. */

const historiesKey = ['users', 'history'] as const;

/** The rows of the page before stay while the next one loads. */
const placeholderData = keepPreviousData;

/** Only the specification's call without `subscriptions:read`. */
export function subscriptionHistoryQuery(userId: string, page = 1) {
  return queryOptions({
    queryKey: [...historiesKey, userId, page],
    placeholderData,
    queryFn: async ({ signal }) => {
      const query = can('subscriptions:read') ? { page, pageSize: ROWS_PER_CARD } : {};
      return { ...(await call(subscriptionHistory, { parameters: { userId }, query, signal })), page };
    },
  });
}

/** Loaded again with the history, because a retry adds to both. */
export function chargesQuery(subscriptionId: string | number, page: number) {
  return queryOptions({
    queryKey: [...historiesKey, 'charges', String(subscriptionId), page],
    placeholderData,
    queryFn: async ({ signal }) => ({
      ...(await call(listCharges, {
        parameters: { id: subscriptionId },
        query: { page, pageSize: ROWS_PER_CARD },
        signal,
      })),
      page,
    }),
  });
}

/** The key is one of the failed payments, so that a retry changes it. */
export function userPaymentsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...failedPaymentsKey, { userId, page }],
    placeholderData,
    queryFn: async ({ signal }) => ({
      ...(await call(failedPayments, {
        query: { userId: Number(userId), page, pageSize: ROWS_PER_CARD },
        signal,
      })),
      page,
    }),
  });
}

export function notesQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...notesKey(userId), page],
    placeholderData,
    queryFn: async ({ signal }) => {
      const query = { page, pageSize: ROWS_PER_CARD };
      return { ...(await call(listNotes, { parameters: { userId }, query, signal })), page };
    },
  });
}

export function auditQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...auditKey(userId), page],
    placeholderData,
    queryFn: async ({ signal }) => {
      const query = { page, pageSize: ROWS_PER_CARD };
      return { ...(await call(readAudit, { parameters: { userId }, query, signal })), page };
    },
  });
}

export function userSessionsQuery(userId: string) {
  return queryOptions({
    queryKey: sessionsKey(userId),
    queryFn: ({ signal }) => call(listSessions, { parameters: { userId }, signal }),
  });
}
