import { useQuery } from '@tanstack/react-query';
import { CountedAt } from '../../ui/feedback/QueryStates.tsx';
import { FilterFields, type Options, toOptions } from '../../ui/list/filters.tsx';
import type { Filters } from '../../ui/list/list-state.ts';
import { userFilters } from './user-filters.ts';
import { userValuesQuery } from './values-query.ts';

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** The values that users have, with their counts, and the time in which they came. */
export function FilterPanel({ chosen, change }: Props) {
  const query = useQuery(userValuesQuery);
  const options: Options | null =
    query.data === undefined
      ? null
      : Object.fromEntries(
          Object.entries(query.data.data).map(([name, counts]) => [name, toOptions(counts)]),
        );
  return (
    <FilterFields filters={userFilters} query={query} options={options} chosen={chosen} change={change}>
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}
