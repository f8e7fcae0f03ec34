import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isComposing } from '#forms/is-composing.ts';
import { QueryStates, useErrorToast } from '../feedback/QueryStates.tsx';
import { fold } from '../format/fold.ts';
import { formatCount } from '../format/format.ts';
import type { Filters } from './list-state.ts';

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

/** The options of each filter, by its name. */
export type Options = Readonly<Record<string, readonly Option[]>>;

/** The value '' removes the filter. */
function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}

/** Removes the filters; the order of the list stays. */
export function withoutFilters(filters: Filters, all: readonly Filter[]): Filters {
  const others = Object.entries(filters).filter(([name]) => !all.some((filter) => filter.name === name));
  return Object.fromEntries(others);
}

export function toOptions(counts: Readonly<Record<string, number>>): Option[] {
  return Object.entries(counts).map(([value, count]) => ({ value, count }));
}

type FieldsProps = {
  filters: readonly Filter[];
  /** Loads the options. */
  query: UseQueryResult;
  /** Null until they are loaded. */
  options: Options | null;
  chosen: Filters;
  change: (filters: Filters) => void;
  /** More fields, and the text below them. */
  children?: ReactNode;
};

/** The fields of a list's filters. Each choice applies at once. */
export function FilterFields({ filters, query, options, chosen, change, children }: FieldsProps) {
  useErrorToast(query.error, query.errorUpdatedAt);
  return (
    <QueryStates query={query} failure="The filters couldn’t be loaded." isLoaded={options !== null}>
      <div className="filter-fields">
        {filters.map((filter) => {
          const field = {
            filter,
            value: chosen[filter.name] ?? '',
            choose: (value: string) => change(withFilter(chosen, filter.name, value)),
          };
          return filter.kind === 'date' ? (
            <DayField key={filter.name} {...field} />
          ) : (
            <ChoiceField key={filter.name} {...field} options={options?.[filter.name] ?? []} />
          );
        })}
        {children}
      </div>
    </QueryStates>
  );
}

type FieldProps = { filter: Filter; value: string; choose: (value: string) => void };

function ChoiceField({ filter, value, choose, options }: FieldProps & { options: readonly Option[] }) {
  const chosen = options.find((option) => fold(option.value) === fold(value));
  // The address may name a value that no row has.
  const all: readonly Option[] = value && !chosen ? [{ value, count: null }, ...options] : options;
  return (
    <label>
      <span>{filter.label}</span>
      <select value={chosen?.value ?? value} onChange={(event) => choose(event.target.value)}>
        <option value="">{filter.anyLabel ?? 'Any'}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {`${filter.valueLabel(option.value)}${option.count !== null ? ` (${formatCount(option.count)}${option.isMinimum ? '+' : ''})` : ''}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Applies a day when it is complete: on Enter, or when the field is left. The browser calls an incomplete one ''. */
function DayField({ filter, value, choose }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    if (typed !== null && typed !== value) choose(typed);
    setTyped(null);
  };
  return (
    <label>
      <span>{filter.label}</span>
      <input
        type="date"
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && apply()}
      />
    </label>
  );
}

type ChipsProps = { filters: readonly Filter[]; chosen: Filters; change: (filters: Filters) => void };

/** A chip for each filter, which removes it. */
export function ActiveFilters({ filters, chosen, change }: ChipsProps) {
  const active = filters.filter(({ name }) => chosen[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, label, valueLabel }) => (
        <li key={name}>
          <button type="button" className="secondary" onClick={() => change(withFilter(chosen, name, ''))}>
            <span className="visually-hidden">Remove the filter</span> <span>{`${label}:`}</span>{' '}
            <bdi>{valueLabel(chosen[name] ?? '')}</bdi>
            {'\u00a0'}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="secondary" onClick={() => change(withoutFilters(chosen, filters))}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
