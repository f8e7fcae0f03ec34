import { useQuery } from '@tanstack/react-query';
import { CountedAt } from '../../ui/feedback/CountedAt.tsx';
import { FilterFields } from '../../ui/list/filters/FilterFields.tsx';
import type { Filters } from '../../ui/list/list-state.ts';
import { recipeValuesQuery } from '../queries.ts';
import { recipeFilters, recipeOptions } from './filters.ts';

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** The values that recipes have, with their counts. */
export function FilterPanel({ chosen, change }: Props) {
  const query = useQuery(recipeValuesQuery);
  const options = query.data ? recipeOptions(query.data.data) : null;
  return (
    <FilterFields filters={recipeFilters} query={query} options={options} chosen={chosen} change={change}>
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}
