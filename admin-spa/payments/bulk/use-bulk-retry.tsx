import type { ReactNode } from 'react';
import { useCan } from '#client/capabilities.ts';
import { MAX_CHOSEN_PAYMENTS } from '#contract/payments/list.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { LazyModule, lazy, sayMissing } from '../../ui/lazy.tsx';
import type { ListState } from '../../ui/list/list-state.ts';
import { selectionColumn, useSelectAll, useSelection } from '../../ui/list/selection.tsx';
import type { LatestPage } from '../../ui/list/use-list-page.ts';
import type { Column } from '../../ui/table/columns.ts';
import { isListOfRecovered } from '../queries.ts';
import { nameOfPayment, usePaymentSelection } from './payment-selection.ts';

/** Needed after the first rows. */
const bulkRetries = lazy(() => import('./BulkRetries.tsx'));
const retryBar = lazy(() => import('./RetryBar.tsx'));

type Props = {
  state: ListState;
  page: LatestPage<FailedPayment> | null;
  /** Asks for the rows of the list again. */
  refresh: () => void;
};

type BulkRetry = {
  withSelection: (columns: readonly Column<FailedPayment>[]) => readonly Column<FailedPayment>[];
  /** What runs, and what ended in the last day. */
  retries: ReactNode;
  /** For the chosen payments. */
  bar: ReactNode;
};

/** The retry of many payments: chosen ones, or all that the list shows. A list of recovered ones has none. */
export function useBulkRetry({ state, page, refresh }: Props): BulkRetry {
  const { sort: _sort, order: _order, ...filters } = state.filters;
  const all = useSelectAll([state.keyword, filters]);
  const selection = useSelection<FailedPayment>(usePaymentSelection, {
    nameOf: nameOfPayment,
    max: MAX_CHOSEN_PAYMENTS,
    // A row that is taken out is not retried with the others.
    onChoose: all.clear,
  });
  const isAllowed = useCan()('payments:retry-many');
  const isWanted = isAllowed && page !== null;
  const hasChosen = selection.chosen.size > 0;
  const isOpen = !isListOfRecovered(page?.state.filters ?? state.filters);
  const hasColumn = isOpen && isAllowed;
  return {
    withSelection: (columns) =>
      hasColumn ? [selectionColumn(selection, page?.rows ?? []), ...columns] : columns,
    retries: isWanted && (
      <LazyModule code={bulkRetries} onFailed={() => undefined}>
        {({ BulkRetries }) => <BulkRetries refresh={refresh} />}
      </LazyModule>
    ),
    bar: isWanted && isOpen && (
      <LazyModule code={retryBar} attempt={hasChosen} onFailed={() => hasChosen && void sayMissing()}>
        {({ RetryBar }) => <RetryBar state={state} page={page} selection={selection} all={all} />}
      </LazyModule>
    ),
  };
}
