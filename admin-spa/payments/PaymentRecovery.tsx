import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { formatCount } from '../ui/format/format.ts';
import { useColumnChoice, useColumns } from '../ui/list/columns.tsx';
import { ExportPanel } from '../ui/list/export.tsx';
import { ActiveFilters, withoutFilters } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters, ListState } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { type LatestPage, useListPage } from '../ui/list/use-list-page.ts';
import { type ChangeList, listSort, useListState } from '../ui/list/use-list-state.ts';
import { useBulkRetry } from './bulk/use-bulk-retry.tsx';
import { type Checks, checkOf } from './can-retry.ts';
import { paymentColumns } from './columns.tsx';
import { usePaymentDrawer } from './drawer/use-payment-drawer.tsx';
import { exportFiles, exportText } from './export-files.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { paymentFilters, withoutLeftovers } from './filters.ts';
import { NewRows } from './NewRows.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';
import {
  failedPaymentsQuery,
  isBareList,
  isListOfRecovered,
  PAYMENTS_FAILURE,
  paymentListOptions,
  paymentPageSizes,
  viewOf,
} from './queries.ts';
import { useRetries } from './use-retries.ts';
import { emptyTexts, Views } from './views.tsx';
import './payments.scss';

const POLL_MS = 30_000;

/** /payment-recovery: charges that a store could not collect, with Retry. */
export function PaymentRecovery() {
  const can = useCan();
  const canFilter = can('payments:filter');
  const list = usePaymentList({ canFilter });
  const [state, change] = list;
  const { filters } = state;
  const { checks, retry } = useRetries();
  const isBusy = isChecking(checks);
  const source = failedPaymentsQuery(state);
  const { query, page, live } = useListPage(list, source, {
    failure: PAYMENTS_FAILURE,
    pollMs: canFilter && !isBusy ? POLL_MS : null,
    // By the last check or the deadline, rows move between pages.
    isReordered: ['checked', 'deadline'].includes(filters.sort ?? ''),
  });
  // What a check has found may belong to another view.
  const refresh = useRef(live.refresh);
  refresh.current = live.refresh;
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy && canFilter) refresh.current();
    wasBusy.current = isBusy;
  }, [isBusy, canFilter]);

  const views = useQuery({ ...source, enabled: canFilter }).data?.views;
  const view = canFilter ? viewOf(state) : null;
  const bulk = useBulkRetry({ state, page, refresh: live.refresh });
  const { drawer, open, openRow, openId } = usePaymentDrawer({ rows: page?.rows ?? [], checks, retry });
  const panels = usePanels<ListPanel>();
  const filtersButton = useRef<HTMLButtonElement>(null);
  /** A filter stays in the view that is shown. */
  const applyFilters = (next: Filters) =>
    change({ filters: withoutLeftovers({ ...(view && { view }), ...next }) });
  /** The pressed button is removed with its filter. */
  const removeFilters = (next: Filters) => {
    change({ filters: withoutLeftovers(next) });
    filtersButton.current?.focus();
  };
  const isFiltered = paymentFilters.some(({ name }) => filters[name] !== undefined);
  const count = page && countText(page);
  const departure =
    view === 'all' && state.page === 1 && !filters.state ? 'Recovered' : 'No longer in this list';

  const sort = canFilter ? listSort(list) : undefined;
  const columns = useColumns({
    choice: useColumnChoice('payments'),
    sort,
    columns: paymentColumns({
      checks,
      retry,
      open,
      openId,
      rows: page?.rows ?? [],
      hasChecks: canFilter,
      isRecovered: isListOfRecovered(page?.state.filters ?? filters),
      departures: new Map([...live.removedIds].map((id) => [id, departure])),
    }),
    panels,
  });

  return (
    <>
      <ListScreen
        title="Payment Recovery"
        primary={<PaymentTabs />}
        caption="Failed payments"
        failure={PAYMENTS_FAILURE}
        list={list}
        query={query}
        page={page}
        live={live}
        {...(sort ? { sort } : {})}
        {...(sort && can('people:read') ? { searchLabel: 'Search by email, name, product or ID' } : {})}
        hasPageSizes={canFilter}
        clearFilters={isFiltered ? () => removeFilters(withoutFilters(filters, paymentFilters)) : undefined}
        pageSizes={paymentPageSizes}
        hasPaging={canFilter}
        emptyText={emptyTexts[!view || (views && views.all === 0 && view !== 'recovered') ? 'all' : view]}
        columns={bulk.withSelection(columns.columns)}
        className="records own-rows payments"
        skeletonRows={8}
        isRowBusy={(payment) => checkOf(payment, checks).state === 'checking'}
        onRowClick={openRow}
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
            <div className="payments-line">
              <Views state={state} current={view} counts={views} isLoading={!views && !query.error} />
              <NewRows
                count={count}
                newRows={live.newRows}
                names={['failed payment', 'failed payments']}
                show={live.showNew}
              />
            </div>
          </>
        )}
      </ListScreen>
      {drawer}
    </>
  );
}

/**
 * The list of the address. A bare one opens with what can be worked on if there was any when it was opened, else with
 * every failed payment: the last retry changes no rows under the pointer.
 */
function usePaymentList({ canFilter }: { canFilter: boolean }): [ListState, ChangeList] {
  const [asked, change] = useListState(paymentListOptions());
  const isBare = canFilter && isBareList(asked);
  const { data } = useQuery({ ...failedPaymentsQuery(asked), enabled: isBare });
  const [hadWork, setHadWork] = useState<boolean | null>(null);
  const hasWork = !isBare ? null : (hadWork ?? (data?.views ? data.views.to_check > 0 : null));
  if (hasWork !== hadWork) setHadWork(hasWork);
  if (hasWork !== false) return [asked, change];
  return [{ ...asked, filters: { ...asked.filters, view: 'all' } }, change];
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
