import * as v from 'valibot';
import { userChoices, userListFilters, userSortKeys } from '#contract/users/list.ts';
import { formatDate } from '../../ui/format/format.ts';
import type { Filter } from '../../ui/list/filters.tsx';
import type { Filters, ListOptions } from '../../ui/list/list-state.ts';

/** In the address the days are those of the administrator, both included. */
export const userListOptions = {
  filters: {
    ...userChoices,
    createdFrom: isDay,
    createdTo: isDay,
    sort: userSortKeys,
    order: ['asc', 'desc'],
  },
} as const satisfies ListOptions;

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

/** In the order of the panel. */
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

/** As the calls send them. */
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

function isDay(value: string): boolean {
  return /^(19|20)\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00`));
}

/** Tells when a day, or the one so many days later, begins in the local time zone. */
function startOf(value: string, daysLater: number): string {
  const date = new Date(`${value}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
