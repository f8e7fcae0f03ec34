import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type RefundView, refundViews } from '#contract/refunds.ts';
import { useOpenedRow } from '../../ui/drawer/use-opened-row.ts';
import { formatCount } from '../../ui/format/format.ts';
import { lazy, OpenedModule } from '../../ui/lazy.tsx';
import { useColumnChoice, useColumns } from '../../ui/list/columns.tsx';
import { ActiveFilters, type Filter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { type Filters, type ListState, writeListState } from '../../ui/list/list-state.ts';
import { type ListPanel, usePanels } from '../../ui/list/PanelButton.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { focusHeading } from '../../ui/navigation/use-heading-focus.ts';
import { storeNameOf } from '../labels.tsx';
import { NewRows } from '../NewRows.tsx';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { ViewLinks } from '../ViewLinks.tsx';
import { refundColumns } from './columns.tsx';
import { emptyTexts, viewNames } from './labels.ts';
import { REFUNDS_FAILURE, refundListOptions, refundsQuery, refundViewOf } from './queries.ts';
import { Rules } from './Rules.tsx';
import '../payments.scss';
import './refunds.scss';

const POLL_MS = 30_000;

const refundDrawer = lazy(() => import('./RefundDrawer.tsx'));

const filters: readonly Filter[] = [
  { name: 'platform', label: 'Store', kind: 'choice', valueLabel: storeNameOf },
  { name: 'userId', label: 'Customer', kind: 'choice', valueLabel: (value) => `user ${value}` },
];

/** /payment-recovery/refunds: refunds and chargebacks that a store asks about. */
export function RefundRequests() {
  const list = useListState(refundListOptions);
  const [state, change] = list;
  const source = refundsQuery(state);
  const { query, page, live } = useListPage(list, source, { failure: REFUNDS_FAILURE, pollMs: POLL_MS });
  const answer = useLatest(useQuery(source).data);
  const now = useNow();
  const view = refundViewOf(state);
  const rows = page?.rows ?? [];
  const { shown, openId, open, openRow, place } = useOpenedRow(rows);
  const panels = usePanels<ListPanel>();
  const isFiltered = filters.some(({ name }) => state.filters[name] !== undefined);
  /** The pressed button is removed with its filter. */
  const removeFilters = (rest: Filters) => {
    change({ filters: { ...(view !== 'open' && { view }), ...rest } });
    focusHeading();
  };
  const columns = useColumns({
    choice: useColumnChoice('refunds'),
    columns: refundColumns({ view: page ? refundViewOf(page.state) : view, now, open, openId }),
    panels,
  });
  return (
    <>
      <ListScreen
        title="Refund requests"
        primary={<PaymentTabs />}
        failure={REFUNDS_FAILURE}
        list={list}
        query={query}
        page={page}
        live={live}
        clearFilters={isFiltered ? () => removeFilters({}) : undefined}
        emptyText={emptyTexts[view]}
        columns={columns.columns}
        className="records own-rows payments refunds"
        skeletonRows={8}
        onRowClick={openRow}
        actions={
          <div className="list-actions">
            <StoreChoice
              value={state.filters.platform ?? ''}
              choose={(platform) => {
                const { platform: _, ...others } = state.filters;
                change({ filters: { ...others, ...(platform && { platform }) } });
              }}
            />
            {columns.button}
          </div>
        }
        footer={answer && <Rules rules={answer.data.rules} />}
      >
        <div id={panels.id} hidden={panels.open === null}>
          {columns.panel}
        </div>
        <ActiveFilters
          filters={filters.filter(({ name }) => name !== 'platform')}
          chosen={state.filters}
          change={removeFilters}
        />
        <div className="payments-line">
          <Views state={state} current={view} counts={answer?.views} isLoading={!answer && !query.error} />
          <NewRows
            count={page && countText(page.total ?? page.rows.length)}
            newRows={live.newRows}
            names={['refund request', 'refund requests']}
            show={live.showNew}
          />
        </div>
      </ListScreen>
      {shown && answer && (
        <OpenedModule code={refundDrawer} close={place.close}>
          {({ RefundDrawer }) => (
            <RefundDrawer
              request={shown}
              rules={answer.data.rules}
              now={now}
              place={place}
              refresh={live.refresh}
            />
          )}
        </OpenedModule>
      )}
    </>
  );
}

/** The time that is left is in minutes. */
const TICK_MS = 30_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** It stays while the next one loads. */
function useLatest<Answer>(answer: Answer | undefined): Answer | undefined {
  const latest = useRef(answer);
  if (answer !== undefined) latest.current = answer;
  return latest.current;
}

function StoreChoice({ value, choose }: { value: string; choose: (platform: string) => void }) {
  return (
    <label className="store-choice">
      <span>Store</span>
      <select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">Both</option>
        {['ios', 'android'].map((store) => (
          <option key={store} value={store}>
            {storeNameOf(store)}
          </option>
        ))}
      </select>
    </label>
  );
}

type ViewsProps = {
  state: ListState;
  current: RefundView;
  /** Undefined while they load, and after a failure. */
  counts: Readonly<Record<RefundView, number>> | undefined;
  isLoading: boolean;
};

/** Each keeps the filters. */
function Views({ state, current, counts, isLoading }: ViewsProps) {
  const { path } = useAddress();
  const { view: _, ...others } = state.filters;
  const addressOf = (view: RefundView) =>
    path +
    writeListState(
      { ...state, page: 1, filters: { ...others, ...(view !== 'open' && { view }) } },
      refundListOptions,
    );
  return (
    <ViewLinks
      views={refundViews.map((view) => ({
        name: viewNames[view],
        address: addressOf(view),
        count: counts?.[view],
      }))}
      current={viewNames[current]}
      isLoading={isLoading}
    />
  );
}

function countText(total: number): string {
  return `${total === 0 ? 'No' : formatCount(total)} refund ${total === 1 ? 'request' : 'requests'}`;
}
