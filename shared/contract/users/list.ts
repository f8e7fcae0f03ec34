import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { listing, reshapeListing } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { asObject, firstList } from '../schema/coerce.ts';
import { readAll } from '../schema/record.ts';
import { userRow } from './records.ts';

/** By filter: the values that it can have. */
export const userChoices = {
  status: ['active', 'suspended', 'deleted'],
  onboarding: ['not_started', 'in_progress', 'completed'],
  verification: ['verified', 'pending'],
  role: ['user', 'admin'],
  /** Erased: the personal data of a deleted account. */
  deletion: ['under_way', 'erased'],
  /** The state of the newest subscription. */
  subscription: ['trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired', 'none'],
} as const;
export type UserChoice = keyof typeof userChoices;

/** The columns by which the list can be sorted. */
export const userSortKeys = ['name', 'email', 'created'] as const;
export type UserSortKey = (typeof userSortKeys)[number];

/** ISO 8601 with a zone. */
const instant = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
);

/** Filters and order. Names are compared without case and accents. */
export const userListFilters = {
  status: v.optional(v.picklist(userChoices.status)),
  onboarding: v.optional(v.picklist(userChoices.onboarding)),
  verification: v.optional(v.picklist(userChoices.verification)),
  role: v.optional(v.picklist(userChoices.role)),
  deletion: v.optional(v.picklist(userChoices.deletion)),
  subscription: v.optional(v.picklist(userChoices.subscription)),
  createdFrom: instant,
  createdBefore: instant,
  sort: v.optional(v.picklist(userSortKeys)),
  order: v.optional(v.picklist(['asc', 'desc'])),
};

const usersQuery = v.object({ ...listQuery.entries, ...userListFilters });
export type UsersQuery = v.InferOutput<typeof usersQuery>;

/**
 * GET /admin/users: newest first without `sort`. `keyword` searches names and e-mail, ignoring case and accents; phones
 * by three or more digits, with or without signs, country code and leading zeros; the number of a store's order, and the
 * product or plan of the newest subscription. Filters and `sort` need `users:filter`.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  query: usersQuery,
  answer: v.object({ ...listing, data: v.array(userRow.schema) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const rows = firstList(data, asObject(data).data, asObject(data).users);
    return { ...reshapeListing(body), data: rows && readAll(userRow.read, rows) };
  },
});
