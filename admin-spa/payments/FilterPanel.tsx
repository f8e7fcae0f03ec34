import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import type { PaymentSortKey } from '#contract/payments/list.ts';
import { failedPaymentValues, MAX_COUNTED_AGE, type PaymentValues } from '#contract/payments/values.ts';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { FilterFields, type Option, type Options, toOptions } from '../ui/list/filters.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { panelFilters } from './filters.ts';
import { paymentValuesKey, sortKeys } from './queries.ts';

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** How many payments have each value. */
export function FilterPanel({ chosen, change }: Props) {
  const query = useQuery(paymentValuesQuery);
  const options = query.data ? toFilterOptions(query.data.data) : null;
  return (
    <FilterFields filters={panelFilters} query={query} options={options} chosen={chosen} change={change}>
      <OrderField chosen={chosen} change={change} />
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}

function toFilterOptions(values: PaymentValues): Options {
  const { platforms, ages, months, deadlines = {}, accesses = {} } = values;
  return {
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

/** By key: ascending and descending. */
const labels: Readonly<Record<PaymentSortKey, readonly [string, string]>> = {
  email: ['Email, A to Z', 'Email, Z to A'],
  created: ['Date, oldest first', 'Date, newest first'],
  checked: ['Last check, oldest first', 'Last check, newest first'],
  deadline: ['Deadline, soonest first', 'Deadline, latest first'],
};

/** Narrow tables lack the columns of some orders. */
function OrderField({ chosen, change }: Props) {
  const { sort, order, ...others } = chosen;
  const choose = (value: string) => {
    const [key, direction] = value.split(' ');
    if (!key) change(others);
    else change({ ...others, sort: key, ...(direction ? { order: direction } : {}) });
  };
  return (
    <label>
      Sort by
      <select
        value={sort ? [sort, ...(order === 'desc' ? [order] : [])].join(' ') : ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Newest first</option>
        {sortKeys().map((key) => (
          <Directions key={key} name={key} />
        ))}
      </select>
    </label>
  );
}

function Directions({ name }: { name: PaymentSortKey }) {
  const [ascending, descending] = labels[name];
  return (
    <>
      <option value={name}>{ascending}</option>
      <option value={`${name} desc`}>{descending}</option>
    </>
  );
}

/** It needs `payments:filter`. */
const paymentValuesQuery = queryOptions({
  queryKey: paymentValuesKey,
  queryFn: ({ signal }) => call(failedPaymentValues, { signal }),
});
