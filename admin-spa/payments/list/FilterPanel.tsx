import { useQuery } from '@tanstack/react-query';
import { MAX_COUNTED_AGE, type PaymentValues } from '#contract/payments/values.ts';
import { CountedAt } from '../../ui/feedback/QueryStates.tsx';
import { FilterFields, type Option, type Options, toOptions } from '../../ui/list/filters.tsx';
import type { Filters } from '../../ui/list/list-state.ts';
import { useIsWideScreen } from '../../ui/table/use-is-wide-screen.ts';
import { paymentFilters } from './filters.ts';
import { OrderField } from './OrderField.tsx';
import { paymentValuesQuery } from './values-query.ts';

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** How many payments have each value. */
export function FilterPanel({ chosen, change }: Props) {
  const isWide = useIsWideScreen();
  const query = useQuery(paymentValuesQuery);
  const options = query.data ? toFilterOptions(query.data.data) : null;
  return (
    <FilterFields filters={paymentFilters} query={query} options={options} chosen={chosen} change={change}>
      {!isWide && <OrderField chosen={chosen} change={change} />}
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}

function toFilterOptions(values: PaymentValues): Options {
  const { states, platforms, ages, months, deadlines = {}, accesses = {} } = values;
  return {
    state: toOptions(states),
    platform: toOptions(platforms),
    recovered: months.map(({ month, count }) => ({ value: month, count })),
    age: toCounted(ages),
    deadline: toCounted(deadlines),
    access: toCounted(accesses),
  };
}

/** Counted up to a limit. */
function toCounted(counts: Readonly<Record<string, number>>): Option[] {
  return toOptions(counts).map((option) => ({ ...option, isMinimum: option.count === MAX_COUNTED_AGE }));
}
