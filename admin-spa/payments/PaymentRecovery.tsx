import { useRef } from 'react';
import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { formatCount } from '../ui/format/format.ts';
import { useColumnChoice, useColumns } from '../ui/list/columns.tsx';
import { ExportPanel } from '../ui/list/export.tsx';
import { ActiveFilters, withoutFilters } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { type LatestPage, useListPage } from '../ui/list/use-list-page.ts';
import { listSort, useListState } from '../ui/list/use-list-state.ts';
import { useBulkRetry } from './bulk/use-bulk-retry.tsx';
import { type Checks, checkOf } from './can-retry.ts';
import { MESSAGE_TITLE, paymentColumns } from './columns.tsx';
import { exportFiles, exportText } from './export-files.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { isListOfRecovered, paymentFilters } from './filters.ts';
import { PaymentTabs } from './PaymentTabs.tsx';
import { failedPaymentsQuery, PAYMENTS_FAILURE, paymentListOptions, paymentPageSizes } from './queries.ts';
import { useRetries } from './use-retries.ts';
import './payments.scss';

const POLL_MS = 30_000;

/** /payment-recovery: charges that a store could not collect, with Retry. */
export function PaymentRecovery() {
  const can = useCan();
  const canFilter = can('payments:filter');
  const list = useListState(paymentListOptions());
  const [state, change] = list;
  const { filters } = state;
  const { checks, retry } = useRetries();
  const { query, page, live } = useListPage(list, failedPaymentsQuery(state), {
    failure: PAYMENTS_FAILURE,
    pollMs: canFilter && !isChecking(checks) ? POLL_MS : null,
    // By the last check or the deadline, rows move between pages.
    isReordered: ['checked', 'deadline'].includes(filters.sort ?? ''),
  });
  const bulk = useBulkRetry({ state, page, refresh: live.refresh });
  const panels = usePanels<ListPanel>();
  const filtersButton = useRef<HTMLButtonElement>(null);
  const applyFilters = (next: Filters) => change({ filters: next });
  /** The pressed button is removed with its filter. */
  const removeFilters = (next: Filters) => {
    applyFilters(next);
    filtersButton.current?.focus();
  };
  const isFiltered = paymentFilters.some(({ name }) => filters[name] !== undefined);
  const count = page && countText(page);
  const departure =
    state.page === 1 && !filters.state && !filters.recovered ? 'Recovered' : 'No longer in this list';

  const choice = useColumnChoice('payments');
  const sort = canFilter ? listSort(list) : undefined;
  const columns = useColumns({
    choice,
    sort,
    columns: paymentColumns({
      checks,
      retry,
      hasDeadlines: canFilter,
      isRecovered: isListOfRecovered(page?.state.filters ?? {}),
      isMessageShown: !choice.hidden.has(MESSAGE_TITLE),
      departures: new Map([...live.removedIds].map((id) => [id, departure])),
    }),
    panels,
  });

  return (
    <>
      <PaymentTabs />
      <ListScreen
        title="Payment Recovery"
        caption="Failed payments"
        failure={PAYMENTS_FAILURE}
        list={list}
        query={query}
        page={page}
        live={live}
        {...(sort ? { searchLabel: 'Search by email, name, product or ID', sort } : {})}
        hasPageSizes={canFilter}
        clearFilters={isFiltered ? () => removeFilters(withoutFilters(filters, paymentFilters)) : undefined}
        pageSizes={paymentPageSizes}
        hasPaging={canFilter}
        emptyText="Nothing to recover. Payments that a store couldn’t collect will appear here."
        columns={bulk.withSelection(columns.columns)}
        className="records widest payments"
        skeletonRows={8}
        isRowBusy={(payment) => checkOf(payment, checks).state === 'checking'}
        actions={
          <>
            {/* Rendered before its text, so that screen readers announce it. */}
            <p role="status">{!canFilter && count}</p>
            <div className="list-actions">
              {canFilter && (
                <PanelButton panels={panels} name="filters" label="Filters" ref={filtersButton} />
              )}
              {columns.button}
              {can('payments:export') && <PanelButton panels={panels} name="export" label="Export" />}
            </div>
          </>
        }
        footer={bulk.bar}
      >
        <div id={panels.id} hidden={panels.open === null}>
          {columns.panel}
          {panels.open === 'filters' && <FilterPanel chosen={filters} change={applyFilters} />}
          {page && panels.open === 'export' && (
            <ExportPanel text={exportText(page)} files={exportFiles(page.state, new Date())} />
          )}
        </div>
        {bulk.retries}
        {canFilter && (
          <>
            <ActiveFilters filters={paymentFilters} chosen={filters} change={removeFilters} />
            <NewPayments count={count} newRows={live.newRows} show={live.showNew} />
          </>
        )}
      </ListScreen>
    </>
  );
}

type NewPaymentsProps = {
  /** The text that counts the rows of the list. */
  count: string | null;
  newRows: number;
  show: () => void;
};

/** As high without new payments as with them, so that the rows stay where they are. */
function NewPayments({ count, newRows, show }: NewPaymentsProps) {
  const isOne = newRows === 1;
  return (
    <div className="payments-line">
      <p role="status" className="count">
        {count}
      </p>
      <p role="status">{newRows > 0 && `${newRows} new failed ${isOne ? 'payment' : 'payments'}.`}</p>
      {newRows > 0 && (
        <button type="button" className="secondary" onClick={show}>
          {`Show ${isOne ? 'it' : 'them'}`}
        </button>
      )}
    </div>
  );
}

/** One check at a time is enough: its end changes the list. */
function isChecking(checks: Checks): boolean {
  return [...checks.values()].some(({ state }) => state === 'checking');
}

function countText(page: LatestPage<FailedPayment>): string {
  const total = page.total ?? page.rows.length;
  const number = total === 0 ? 'No' : `${page.isMinimum ? 'More than ' : ''}${formatCount(total)}`;
  const kind = isListOfRecovered(page.state.filters) ? 'recovered' : 'failed';
  return `${number} ${kind} ${total === 1 ? 'payment' : 'payments'}`;
}
