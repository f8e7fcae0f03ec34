import type { Filters } from '../list-state.ts';
import { type Filter, withFilter, withoutFilters } from './filter.ts';

type Props = { filters: readonly Filter[]; chosen: Filters; change: (filters: Filters) => void };

/** A chip for each filter, which removes it. */
export function ActiveFilters({ filters, chosen, change }: Props) {
  const active = filters.filter(({ name }) => chosen[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, label, valueLabel }) => (
        <li key={name}>
          <button type="button" className="secondary" onClick={() => change(withFilter(chosen, name, ''))}>
            <span className="visually-hidden">Remove the filter</span> {label}:{' '}
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
