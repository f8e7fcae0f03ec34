import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PAYMENTS_PER_PAGE } from '#contract/payments/list.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { formatCount } from '../ui/format/format.ts';
import { useColumnChoice, useColumns } from '../ui/list/columns/use-columns.tsx';
import { ExportPanel } from '../ui/list/export/ExportPanel.tsx';
import { ActiveFilters } from '../ui/list/filters/ActiveFilters.tsx';
import { withoutFilters } from '../ui/list/filters/filter.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { listSort } from '../ui/list/list-sort.ts';
import type { Filters } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { type LatestPage, useLatestPage } from '../ui/list/use-latest-page.ts';
import { useListState } from '../ui/list/use-list-state.ts';
import { useRowFocus } from '../ui/table/use-row-focus.ts';
import { useBulkRetry } from './bulk/use-bulk-retry.tsx';
import { MESSAGE_TITLE, paymentColumns } from './columns.tsx';
import { exportFiles, exportText } from './list/export-files.ts';
import { FilterPanel } from './list/FilterPanel.tsx';
import { isListOfRecovered, paymentFilters } from './list/filters.ts';
import { NewPayments } from './live/NewPayments.tsx';
import { useLiveRows } from './live/use-live-rows.ts';
import { failedPaymentsQuery, PAYMENTS_FAILURE, paymentListOptions } from './payment-queries.ts';
import { type Checks, checkOf } from './retry/can-retry.ts';
import { useRetries } from './retry/use-retries.ts';
import { PaymentTabs } from './tabs/PaymentTabs.tsx';
import { type Offers, useOffers } from './use-offers.ts';
import './payments.scss';

/** /payment-recovery: charges that a store could not collect, with Retry. */
export function PaymentRecovery() {
  const list = useListState(paymentListOptions);
  const [state, change] = list;
  const { filters } = state;
  const query = useQuery(failedPaymentsQuery(state));
  const { data, dataUpdatedAt, error, errorUpdatedAt } = query;
  const failing = { data, error, errorUpdatedAt, failure: PAYMENTS_FAILURE };
  const page = useLatestPage(list, failing, (answer) => answer.data.payments);
  const offers = useOffers(data, list);
  const { checks, retry } = useRetries();
  const rowFocus = useRowFocus((page?.rows ?? []).map(({ id }) => String(id)));
  const live = useLiveRows({
    state,
    updatedAt: dataUpdatedAt,
    isWanted: offers.filters && !isChecking(checks) && data !== undefined,
    isOld: data !== undefined && query.isStale && !query.isFetching,
    frame: rowFocus.ref,
  });
  const bulk = useBulkRetry({ isOffered: offers.retries, state, page, refresh: live.refresh });
  const panels = usePanels<ListPanel>();
  const filtersButton = useRef<HTMLButtonElement>(null);
  const applyFilters = (next: Filters) => change({ filters: next });
  /** The pressed button is removed with its filter. */
  const removeFilters = (next: Filters) => {
    applyFilters(next);
    filtersButton.current?.focus();
  };
  const isFiltered = paymentFilters.some(({ name }) => filters[name] !== undefined);
  const count = page && countText(page, offers);
  // While nothing is known, there is room for what our own server offers.
  const hasRoom = offers.filters || page === null;
  const departure =
    state.page === 1 && !filters.state && !filters.recovered
      ? 'Recovered by a colleague'
      : 'No longer in this list';

  const choice = useColumnChoice('payments');
  const sort = hasRoom ? listSort(list) : undefined;
  const columns = useColumns({
    choice,
    sort,
    columns: paymentColumns({
      checks,
      retry,
      hasAttempts: offers.checks,
      hasTimeline: offers.timeline,
      hasDeadlines: offers.deadlines || page === null,
      isRecovered: isListOfRecovered(page?.state.filters ?? {}),
      isMessageShown: !choice.hidden.has(MESSAGE_TITLE),
      departures: new Map([...live.gone].map((id) => [id, departure])),
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
        {...(sort ? { searchLabel: 'Search by email, name, product or ID', sort } : {})}
        hasPageSizes={offers.filters}
        clearFilters={isFiltered ? () => removeFilters(withoutFilters(filters, paymentFilters)) : undefined}
        pageSizes={paymentListOptions.sizes}
        hasPaging={offers.filters || (offers.pages && isPaged(page))}
        emptyText="Nothing to recover. Payments that a store couldn’t collect will appear here."
        columns={bulk.withSelection(columns.columns)}
        keyOf={({ id }) => id}
        className="records widest payments"
        skeletonRows={8}
        rowAttributes={(payment) => ({
          'data-row': payment.id,
          'aria-busy': checkOf(payment, checks).state === 'checking',
        })}
        frame={{
          ref: rowFocus.ref,
          onFocus: rowFocus.onFocus,
          onBlur: () => {
            rowFocus.onBlur();
            live.onBlur();
          },
          onPointerOver: live.onPointerOver,
          onPointerLeave: live.onPointerLeave,
        }}
        actions={
          <>
            {/* Rendered before its text, so that screen readers announce it. */}
            <p role="status">{!offers.filters && count}</p>
            <div className="list-actions">
              {hasRoom && <PanelButton panels={panels} name="filters" label="Filters" ref={filtersButton} />}
              {columns.button}
              {hasRoom && (offers.export || page === null) && (
                <PanelButton panels={panels} name="export" label="Export" />
              )}
            </div>
          </>
        }
        footer={bulk.bar}
      >
        <div id={panels.id} hidden={panels.open === null}>
          {columns.panel}
          {panels.open === 'filters' && (
            <FilterPanel chosen={filters} change={applyFilters} offers={offers} />
          )}
          {page && panels.open === 'export' && (
            <ExportPanel text={exportText(page)} files={exportFiles(page.state, new Date())} />
          )}
        </div>
        {bulk.retries}
        {hasRoom && (
          <>
            <ActiveFilters filters={paymentFilters} chosen={filters} change={removeFilters} />
            <NewPayments
              count={offers.filters ? count : null}
              newcomers={live.newcomers}
              show={live.showNew}
            />
          </>
        )}
      </ListScreen>
    </>
  );
}

/** One check at a time is enough: its end changes the list. */
function isChecking(checks: Checks): boolean {
  return [...checks.values()].some(({ state }) => state === 'checking');
}

function isPaged(page: LatestPage<FailedPayment> | null): boolean {
  return page !== null && ((page.total ?? 0) > PAYMENTS_PER_PAGE || page.state.page > 1);
}

function countText(page: LatestPage<FailedPayment>, { pages }: Offers): string {
  const total = (pages ? page.total : null) ?? page.rows.length;
  const number = total === 0 ? 'No' : `${page.isMinimum ? 'More than ' : ''}${formatCount(total)}`;
  const kind = isListOfRecovered(page.state.filters) ? 'recovered' : 'failed';
  return `${number} ${kind} ${total === 1 ? 'payment' : 'payments'}`;
}
