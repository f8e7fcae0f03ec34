import * as v from 'valibot';
import { type ActivityFilters, activityFilters, otherActors } from '#contract/activity.ts';
import { auditActions } from '#contract/audit.ts';
import type { Administrator } from '#contract/users/administrators.ts';
import { isDay, startOfDay } from '../ui/format/day.ts';
import { formatDate, fullName } from '../ui/format/format.ts';
import type { Filter, Options } from '../ui/list/filters.tsx';
import type { Filters, ListOptions } from '../ui/list/list-state.ts';
import { actionLabel } from './labels.ts';

export const activityPageSizes = [10, 20, 50] as const;

/** The filters in the address. `from` and `to` are days of this time zone, both inclusive. */
export const activityListOptions: ListOptions = {
  sizes: activityPageSizes,
  filters: { by: null, action: auditActions, record: null, from: null, to: null },
};

const { by, record } = activityFilters.entries;
const rules: Readonly<Record<string, (text: string) => boolean>> = {
  by: (text) => v.is(by, text),
  record: (text) => v.is(record, text),
  from: isDay,
  to: isDay,
};

/** Leaves out values that are not valid, such as a day of letters. */
export function withoutInvalid(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name, text]) => rules[name]?.(text) ?? true));
}

/** Turns the filters of the address into those of the call. */
export function toActivityFilters({ from, to, ...others }: Filters): ActivityFilters {
  return v.parse(activityFilters, {
    ...others,
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { before: startOfDay(to, { daysLater: 1 }) }),
  });
}

const actorLabels: Readonly<Record<string, string>> = {
  owner: 'The user',
  command_line: 'Command line',
  housekeeping: 'Housekeeping',
  start: 'Server start',
  app_backend: 'App backend',
};

type Names = {
  administrators: readonly Administrator[];
  /** The name of the record that is filtered by; null if it is not known yet. */
  recordName: string | null;
};

/** Describes the filters of the panel, and that of the record, which only the rows offer. */
export function describeFilters({ administrators, recordName }: Names) {
  const nameOf = (actor: string) => {
    const found = administrators.find(({ id }) => String(id) === actor);
    return found ? fullName(found) : (actorLabels[actor] ?? `Administrator ${actor}`);
  };
  const panel: readonly Filter[] = [
    { name: 'by', label: 'Who', kind: 'choice', anyLabel: 'Anyone', valueLabel: nameOf },
    { name: 'action', label: 'What', kind: 'choice', anyLabel: 'Anything', valueLabel: actionLabel },
    { name: 'from', label: 'From', kind: 'firstDay', valueLabel: formatDate },
    { name: 'to', label: 'To', kind: 'lastDay', valueLabel: formatDate },
  ];
  const recordFilter: Filter = {
    name: 'record',
    label: 'About',
    kind: 'choice',
    valueLabel: (value) => recordName ?? value.replace(':', ' '),
  };
  return { panel, all: [...panel, recordFilter] };
}

/** Lists the values to choose from, the actions sorted by their label. */
export function activityOptions(administrators: readonly Administrator[]): Options {
  const toOption = (value: string) => ({ value, count: null });
  return {
    by: [...administrators.map(({ id }) => String(id)), ...otherActors].map(toOption),
    action: [...auditActions]
      .sort((one, other) => actionLabel(one).localeCompare(actionLabel(other), 'en'))
      .map(toOption),
  };
}
