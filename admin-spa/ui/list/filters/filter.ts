import type { Filters } from '../list-state.ts';

/** A filter of a list. In the address it is the parameter `name`. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  /** A choice of values, or the day of a date, as `YYYY-MM-DD`. */
  readonly kind: 'choice' | 'date';
  /** Names the choice without the filter; "Any" by default. */
  readonly anyLabel?: string;
  readonly valueLabel: (value: string) => string;
};

/** `count`: the rows of the whole list with this value; null if it is not known. */
export type Option = {
  readonly value: string;
  readonly count: number | null;
  /** There may be more than `count`. */
  readonly isMinimum?: boolean;
};

/** By the name of the filter. */
export type Options = Readonly<Record<string, readonly Option[]>>;

/** '' removes the filter. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}

/** The order of the list stays. */
export function withoutFilters(filters: Filters, all: readonly Filter[]): Filters {
  const kept = Object.entries(filters).filter(([name]) => !all.some((filter) => filter.name === name));
  return Object.fromEntries(kept);
}

export function toOptions(counts: Readonly<Record<string, number>>): Option[] {
  return Object.entries(counts).map(([value, count]) => ({ value, count }));
}
