import type { Filter } from '../ui/list/filters.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { accessWords } from './AccessAndDeadline.tsx';
import { outcomeLabels, platformName } from './labels.tsx';

const stateLabels: Readonly<Record<string, string>> = { unchecked: 'Not checked yet', ...outcomeLabels };

const accessLabels: Readonly<Record<string, string>> = accessWords;

const ageLabels: Readonly<Record<string, string>> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  older: 'Older than 30 days',
};

/** In the order of the panel. */
export const paymentFilters: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    anyLabel: 'Not recovered',
    valueLabel: (value) => stateLabels[value] ?? value,
  },
  { name: 'platform', label: 'Platform', kind: 'choice', valueLabel: platformName },
  { name: 'age', label: 'Failed', kind: 'choice', valueLabel: (value) => ageLabels[value] ?? value },
  {
    name: 'recovered',
    label: 'Recovered in',
    kind: 'choice',
    anyLabel: 'Any month',
    valueLabel: (value) => value,
  },
  {
    name: 'deadline',
    label: 'Store gives up',
    kind: 'choice',
    anyLabel: 'Any time',
    valueLabel: () => 'Within 7 days',
  },
  {
    name: 'access',
    label: 'Access now',
    kind: 'choice',
    valueLabel: (value) => accessLabels[value] ?? value,
  },
];

export function isListOfRecovered({ state, recovered }: Filters): boolean {
  return state ? state === 'recovered' : recovered !== undefined;
}
