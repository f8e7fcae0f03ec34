import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { listUsers, userChoices, userListFilters, userSortKeys } from '#contract/users/list.ts';
import { isDay, startOfDay } from '../ui/format/day.ts';
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
  order: ['asc', 'desc'],
} as const;

/** Without `users:filter` the address has no filters, without `people:read` no search and no order by name or email. */
export function userListOptions(): ListOptions {
  const hasPeople = can('people:read');
  const sort: readonly string[] = hasPeople ? userSortKeys : ['created'];
  return { hasSearch: hasPeople, ...(can('users:filter') && { filters: { ...filterRules, sort } }) };
}

const inWords = (value: string) => (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ');
const choice = (name: keyof typeof userChoices, label: string): Filter => ({
  name,
  label,
  kind: 'choice',
  valueLabel: inWords,
});

/** The panel shows them in this order. */
export const userFilters: readonly Filter[] = [
  choice('status', 'Status'),
  choice('onboarding', 'Onboarding status'),
  choice('verification', 'Verification'),
  choice('role', 'Role'),
  choice('deletion', 'Deletion'),
  choice('subscription', 'Subscription'),
  { name: 'createdFrom', label: 'Created from', kind: 'firstDay', valueLabel: formatDate },
  { name: 'createdTo', label: 'Created to', kind: 'lastDay', valueLabel: formatDate },
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
    ...(createdFrom && { createdFrom: startOfDay(createdFrom) }),
    ...(createdTo && { createdBefore: startOfDay(createdTo, { daysLater: 1 }) }),
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
