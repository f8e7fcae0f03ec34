import { type PaymentView, paymentViews, type ViewCounts } from '#contract/payments/list.ts';
import { type Filters, type ListState, writeListState } from '../ui/list/list-state.ts';
import { useAddress } from '../ui/navigation/use-address.ts';
import { paymentListOptions } from './queries.ts';
import { ViewLinks } from './ViewLinks.tsx';

const names: Readonly<Record<PaymentView, string>> = {
  to_check: 'To check',
  waiting: 'Waiting on the store',
  losing_access: 'Losing access this week',
  unrecoverable: 'Can’t be recovered',
  recovered: 'Recovered',
  all: 'All',
};

export const emptyTexts: Readonly<Record<PaymentView, string>> = {
  to_check: 'Nothing to check. New failures come here, and payments whose store has stopped trying.',
  waiting: 'No store is trying to collect a payment that you have checked.',
  losing_access: 'No customer loses access this week.',
  unrecoverable: 'No failed payment is beyond recovery.',
  recovered: 'No payment has been recovered yet.',
  all: 'Nothing to recover. Payments that a store couldn’t collect will appear here.',
};

/** These stay when another view is chosen. Each view is counted with them. */
const lasting = ['platform', 'age', 'deadline', 'access', 'sort', 'order'];

type Props = {
  state: ListState;
  /** The view that is shown. */
  current: PaymentView | null;
  /** Undefined while they load, and after a failure. */
  counts: ViewCounts | undefined;
  isLoading: boolean;
};

/** Links to the parts of the list. Each keeps the search and the filters. */
export function Views({ state, current, counts, isLoading }: Props) {
  const { path } = useAddress();
  const kept = Object.entries(state.filters).filter(([name]) => lasting.includes(name));
  const filtersOf = (view: PaymentView): Filters => ({ view, ...Object.fromEntries(kept) });
  const addressOf = (view: PaymentView) =>
    path + writeListState({ ...state, page: 1, filters: filtersOf(view) }, paymentListOptions());
  return (
    <ViewLinks
      views={paymentViews.map((view) => ({
        name: names[view],
        address: addressOf(view),
        count: counts?.[view],
      }))}
      current={current && names[current]}
      isLoading={isLoading}
    />
  );
}
