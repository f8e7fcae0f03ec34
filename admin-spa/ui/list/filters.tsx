import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isComposing } from '#forms/is-composing.ts';
import { QueryStates, useErrorToast } from '../feedback/QueryStates.tsx';
import { DayField } from '../form/DayField.tsx';
import { dayOf, readDay } from '../format/day.ts';
import { fold } from '../format/fold.ts';
import { formatCount, formatDate } from '../format/format.ts';
import type { Filters } from './list-state.ts';

/** A filter of a list. In the address it is the parameter `name`. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  /** A choice of values, or the first or last day of a period, as `YYYY-MM-DD`. */
  readonly kind: 'choice' | 'firstDay' | 'lastDay';
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
        {filters
          .filter(({ kind }) => kind === 'choice')
          .map((filter) => (
            <ChoiceField
              key={filter.name}
              filter={filter}
              value={chosen[filter.name] ?? ''}
              choose={(value) => change(withFilter(chosen, filter.name, value))}
              options={options?.[filter.name] ?? []}
            />
          ))}
        <Period filters={filters} chosen={chosen} change={change} />
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

/** Applies a day on Enter, or when the field is left. What is none stays as it was typed, and the filter as it was. */
function DayFilter({ filter, value, choose }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  // A preset, a chip and Back replace what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the value changes
  useEffect(() => keep(null), [value]);

  function keep(text: string | null, wrong?: string) {
    setTyped(text);
    setProblem(wrong);
  }
  function apply() {
    if (typed === null) return;
    const read = readDay(typed);
    if ('problem' in read) {
      keep(typed, read.problem);
      return;
    }
    keep(null);
    if (read.day !== value) choose(read.day);
  }
  return (
    <DayField
      name={filter.name}
      label={filter.label}
      value={typed ?? (value && formatDate(value))}
      error={problem}
      onChange={({ target }) => keep(target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && apply()}
    />
  );
}

type PeriodProps = Pick<FieldsProps, 'filters' | 'chosen' | 'change'>;

/** The two days of a list's period, presets of both, and a note where it ends before it begins. */
function Period({ filters, chosen, change }: PeriodProps) {
  const first = filters.find(({ kind }) => kind === 'firstDay');
  const last = filters.find(({ kind }) => kind === 'lastDay');
  if (!first || !last) return null;
  const now = new Date();
  const today = dayOf(now);
  const presets = [
    ['Today', today],
    ['7 days', dayOf(now, { daysLater: -6 })],
    ['This month', `${today.slice(0, 8)}01`],
  ] as const;
  const [from = '', to = ''] = [chosen[first.name], chosen[last.name]];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have the border of a form
    <div role="group" className="period" aria-label="Period">
      {[first, last].map((filter) => (
        <DayFilter
          key={filter.name}
          filter={filter}
          value={chosen[filter.name] ?? ''}
          choose={(value) => change(withFilter(chosen, filter.name, value))}
        />
      ))}
      <div className="presets">
        {presets.map(([name, day]) => (
          <button
            key={name}
            type="button"
            className="secondary"
            aria-pressed={from === day && to === today}
            onClick={() => change({ ...chosen, [first.name]: day, [last.name]: today })}
          >
            {name}
          </button>
        ))}
      </div>
      {from && to && from > to && (
        <small className="error" role="alert">
          The period ends before it begins, so nothing can match.
        </small>
      )}
    </div>
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
