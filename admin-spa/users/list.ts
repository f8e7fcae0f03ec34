import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { listUsers, userChoices, userListFilters, userSortKeys } from '#contract/users/list.ts';
import { formatDate } from '../ui/format/format.ts';
import type { Filter } from '../ui/list/filters.tsx';
import type { Filters, ListOptions, ListState } from '../ui/list/list-state.ts';
import { pageQuery } from '../ui/list/use-list-page.ts';
import { userListsKey } from './queries.ts';

/** The days in the address are those of the administrator, both included. */
const filterRules = {
  ...userChoices,
  createdFrom: isDay,
  createdTo: isDay,
  sort: userSortKeys,
  order: ['asc', 'desc'],
} as const;

/** Without `users:filter` the address has no filters. */
export function userListOptions(): ListOptions {
  return can('users:filter') ? { filters: filterRules } : {};
}

const inWords = (value: string) => (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ');
const choice = (name: keyof typeof userChoices, label: string): Filter => ({
  name,
  label,
  kind: 'choice',
  valueLabel: inWords,
});
const day = (name: string, label: string): Filter => ({
  name,
  label,
  kind: 'date',
  valueLabel: (value) => formatDate(`${value}T00:00`),
});

/** The panel shows them in this order. */
export const userFilters: readonly Filter[] = [
  choice('status', 'Status'),
  choice('onboarding', 'Onboarding status'),
  choice('verification', 'Verification'),
  choice('role', 'Role'),
  choice('deletion', 'Deletion'),
  choice('subscription', 'Subscription'),
  day('createdFrom', 'Created from'),
  day('createdTo', 'Created to'),
];

const filtersSchema = v.object(userListFilters);

/** Turns the filters of the address into those of the calls. */
export function toUserFilters({
  createdFrom,
  createdTo,
  ...filters
}: Filters): v.InferOutput<typeof filtersSchema> {
  return v.parse(filtersSchema, {
    ...filters,
    ...(createdFrom && { createdFrom: startOf(createdFrom, 0) }),
    ...(createdTo && { createdBefore: startOf(createdTo, 1) }),
  });
}

/** Reads a page of the list. */
export function usersPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize, ...toUserFilters(filters) };
  return pageQuery({
    queryKey: [...userListsKey, query],
    load: (signal) => call(listUsers, { query, signal }),
    rowsOf: ({ data }) => data,
    withRows: (answer, data) => ({ ...answer, data: [...data] }),
  });
}

function isDay(value: string): boolean {
  return /^(19|20)\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00`));
}

/** Tells when a day, or the one so many days later, begins in the local time zone. */
function startOf(value: string, daysLater: number): string {
  const date = new Date(`${value}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
