import { retryResults } from '#contract/payments/records.ts';
import type { Filter } from '../ui/list/filters.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { accessWords } from './AccessAndDeadline.tsx';
import { outcomeLabels, platformName, resultLabels } from './labels.tsx';

const stateLabels: Readonly<Record<string, string>> = { unchecked: 'Not checked yet', ...outcomeLabels };

const accessLabels: Readonly<Record<string, string>> = accessWords;

const ageLabels: Readonly<Record<string, string>> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  older: 'Older than 30 days',
};

/** In the order of the panel. */
export const panelFilters: readonly Filter[] = [
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

/** Only addresses have the last ones: links from before the views, and the numbers of a retry. */
export const paymentFilters: readonly Filter[] = [
  ...panelFilters,
  { name: 'state', label: 'State', kind: 'choice', valueLabel: (value) => stateLabels[value] ?? value },
  { name: 'retry', label: 'Retry', kind: 'choice', valueLabel: (value) => `number ${value}` },
  {
    name: 'result',
    label: 'Result',
    kind: 'choice',
    valueLabel: (value) => {
      const result = retryResults.find((name) => name === value);
      return result ? resultLabels[result] : value;
    },
  },
];

/** A result is one of a retry, and a month one of recoveries. */
export function withoutLeftovers(filters: Filters): Filters {
  const { result, recovered, ...others } = filters;
  const areRecovered = others.view === undefined || others.view === 'recovered';
  return {
    ...others,
    ...(result && others.retry ? { result } : {}),
    ...(recovered && areRecovered ? { recovered } : {}),
  };
}
