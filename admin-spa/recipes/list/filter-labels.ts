import { statusLabel } from '../../ui/format/status.ts';
import type { Filters } from '../../ui/list/list-state.ts';

/** In the order of the panel. */
export const filterLabels = {
  state: 'State',
  needs: 'Needs attention',
  mealType: 'Meal type',
  cuisine: 'Cuisine',
  tag: 'Tag',
} as const;
export type FilterName = keyof typeof filterLabels;

export const filterNames = Object.keys(filterLabels) as readonly FilterName[];

const gapLabels: Readonly<Record<string, string>> = {
  any: 'Anything missing',
  picture: 'No picture',
  nutrition: 'No nutrition values',
  steps: 'No steps',
  times: 'No times',
};

export function filterValueLabel(name: FilterName, value: string): string {
  if (name === 'state') return statusLabel(value);
  return name === 'needs' ? (gapLabels[value] ?? value) : value;
}

export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const { [name]: _, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}

/** The order of the list stays. */
export function withoutFilters(filters: Filters): Filters {
  const kept = Object.entries(filters).filter(([name]) => !Object.hasOwn(filterLabels, name));
  return Object.fromEntries(kept);
}
