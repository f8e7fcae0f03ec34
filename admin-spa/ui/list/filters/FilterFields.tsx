import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { QueryStates } from '../../feedback/QueryStates.tsx';
import { useErrorToast } from '../../feedback/use-error-toast.ts';
import { fold } from '../../format/fold.ts';
import { formatCount } from '../../format/format.ts';
import type { Filters } from '../list-state.ts';
import { type Filter, type Option, type Options, withFilter } from './filter.ts';

type Props = {
  filters: readonly Filter[];
  /** Loads the options. */
  query: UseQueryResult;
  /** Null until they are loaded. */
  options: Options | null;
  chosen: Filters;
  change: (filters: Filters) => void;
  /** Further fields, and what is said below them. */
  children?: ReactNode;
};

/** Each choice applies at once. */
export function FilterFields({ filters, query, options, chosen, change, children }: Props) {
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
      {filter.label}
      <select value={chosen?.value ?? value} onChange={(event) => choose(event.target.value)}>
        <option value="">{filter.anyLabel ?? 'Any'}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {filter.valueLabel(option.value)}
            {option.count !== null && ` (${formatCount(option.count)}${option.isMinimum ? '+' : ''})`}
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
      {filter.label}
      <input
        type="date"
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  );
}
