import { paymentSortKeys } from '#contract/payments/list.ts';
import type { Filters } from '../../ui/list/list-state.ts';

type Props = { chosen: Filters; change: (filters: Filters) => void };

/** By key: ascending and descending. */
const labels: Readonly<Record<(typeof paymentSortKeys)[number], readonly [string, string]>> = {
  email: ['Email, A to Z', 'Email, Z to A'],
  created: ['Date, oldest first', 'Date, newest first'],
  checked: ['Last check, oldest first', 'Last check, newest first'],
  deadline: ['Deadline, soonest first', 'Deadline, latest first'],
};

/** On narrow screens, which lack the columns of some orders. */
export function OrderField({ chosen, change }: Props) {
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
        {paymentSortKeys.map((key) => (
          <Directions key={key} name={key} />
        ))}
      </select>
    </label>
  );
}

function Directions({ name }: { name: (typeof paymentSortKeys)[number] }) {
  const [ascending, descending] = labels[name];
  return (
    <>
      <option value={name}>{ascending}</option>
      <option value={`${name} desc`}>{descending}</option>
    </>
  );
}
