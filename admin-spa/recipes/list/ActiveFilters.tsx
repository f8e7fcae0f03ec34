import type { Filters } from '../../ui/list/list-state.ts';
import { filterLabels, filterNames, filterValueLabel, withFilter, withoutFilters } from './filter-labels.ts';

type Props = { filters: Filters; change: (filters: Filters) => void };

/** A chip for each filter, which removes it. */
export function ActiveFilters({ filters, change }: Props) {
  const active = filterNames.filter((name) => filters[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map((name) => (
        <li key={name}>
          <button type="button" className="secondary" onClick={() => change(withFilter(filters, name, ''))}>
            <span className="visually-hidden">Remove the filter</span> {filterLabels[name]}:{' '}
            <bdi>{filterValueLabel(name, filters[name] ?? '')}</bdi>
            {'\u00a0'}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="secondary" onClick={() => change(withoutFilters(filters))}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
