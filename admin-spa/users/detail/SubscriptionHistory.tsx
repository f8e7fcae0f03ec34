import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { type Charge, listCharges, type Subscription } from '#contract/subscriptions.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { FailedPanel } from '../../ui/feedback/QueryStates.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { formatDollars, formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE, formatDate } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { LazyModule, lazy, sayMissing } from '../../ui/lazy.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { historiesKey, subscriptionHistoryQuery } from '../queries.ts';

const storeActs = lazy(() => import('./StoreActs.tsx'));

const TITLE = 'history-title';

const columns: readonly Column<Subscription>[] = [
  { title: 'ID', cell: ({ id }) => id ?? EMPTY_VALUE },
  { title: 'Plan', isRowHeader: true, cell: ({ plan }) => plan ?? EMPTY_VALUE },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Start Date', kind: 'date', cell: ({ startDate }) => <When at={startDate} /> },
  { title: 'End Date', kind: 'date', cell: ({ endDate }) => <When at={endDate} /> },
];

/** Both stand in one cell: a column more would leave a long plan no room. */
const chargesColumn = (open: ((subscription: Subscription) => void) | null): Column<Subscription> => ({
  title: 'Charges',
  kind: 'summary',
  hasLabel: false,
  cell: (subscription) => (
    <Charges subscription={subscription} openActs={open && (() => open(subscription))} />
  ),
});

type Props = {
  userId: string;
  /** The customer's first name, for questions; null if it is not known. */
  customer: string | null;
};

export function SubscriptionHistory({ userId, customer }: Props) {
  const can = useCan();
  const pages = useCardPage();
  const query = useQuery(subscriptionHistoryQuery(userId, pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data.subscriptions);
  const [acted, setActed] = useState<Subscription | null>(null);
  const close = () => setActed(null);
  return (
    <QueryCard
      title="Subscription History"
      titleId={TITLE}
      query={query}
      failure="Failed to fetch subscription history"
      rows={rows}
      empty="No subscription history found."
    >
      <FramedTable
        columns={[
          ...columns,
          ...(can('subscriptions:read') ? [chargesColumn(can('stores:change') ? setActed : null)] : []),
        ]}
        rows={rows ?? null}
        // A provider may omit the id.
        keyOf={({ id }, index) => id ?? index}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={1}
        isBusy={isFetching}
      />
      <CardPaging
        label="Pages of the subscription history"
        pages={pages}
        answer={data}
        rows={rows?.length ?? 0}
      />
      {acted?.id != null && (
        <LazyModule
          code={storeActs}
          onFailed={() => {
            close();
            void sayMissing();
          }}
        >
          {({ StoreActs }) => (
            <StoreActs
              id={acted.id ?? ''}
              plan={acted.plan}
              startDate={acted.startDate}
              userId={userId}
              customer={customer}
              onClosed={close}
            />
          )}
        </LazyModule>
      )}
    </QueryCard>
  );
}

/** As buttons name it, for screen readers. */
function nameOf({ plan, startDate }: Subscription): string {
  return `${plan ?? 'the subscription'} from ${formatDate(startDate)}`;
}

/** It is loaded again with the history, because a retry adds to both. */
function chargesQuery(subscriptionId: string | number, page: number) {
  return queryOptions({
    queryKey: [...historiesKey, 'charges', String(subscriptionId), page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listCharges, {
        parameters: { id: subscriptionId },
        query: { page, pageSize: ROWS_PER_CARD },
        signal,
      })),
      page,
    }),
  });
}

/** Shows what the store collected for a subscription, once it is opened. */
function Charges({
  subscription,
  openActs,
}: {
  subscription: Subscription;
  /** Null for those who may do nothing at a store. */
  openActs: (() => void) | null;
}) {
  const { id } = subscription;
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (id === null) return null;
  const name = nameOf(subscription);
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={`Charges of ${name}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Charges
      </button>{' '}
      {openActs && (
        <button
          type="button"
          className="secondary"
          aria-label={`Store actions of ${name}`}
          aria-haspopup="dialog"
          onClick={openActs}
        >
          Store
        </button>
      )}
      <div id={listId} hidden={!isOpen}>
        {isOpen && <ChargeList id={id} name={name} />}
      </div>
    </>
  );
}

function ChargeList({ id, name }: { id: string | number; name: string }) {
  const pages = useCardPage();
  const { data, error, isFetching, refetch } = useQuery(chargesQuery(id, pages.page));
  const rows = usePageRows(pages, data, data?.data);
  if (error && !rows) {
    return <FailedPanel message="The charges couldn’t be loaded." retry={refetch} isBusy={isFetching} />;
  }
  if (!rows) return <p role="status">Loading...</p>;
  if (rows.length === 0) return <p className="muted">Nothing was charged.</p>;
  return (
    <>
      <ul className="charges" aria-label={`Charges of ${name}`} aria-busy={isFetching}>
        {rows.map((charge) => (
          <li key={charge.id}>
            <ChargeLine charge={charge} />
          </li>
        ))}
      </ul>
      <CardPaging label={`Pages of the charges of ${name}`} pages={pages} answer={data} rows={rows.length} />
    </>
  );
}

function ChargeLine({ charge }: { charge: Charge }) {
  const notes = chargeNotes(charge);
  return (
    <>
      <When at={charge.at} /> <span className="amount">{chargeAmount(charge)}</span>
      <span>{notes.length > 0 && ` ${notes.join(', ')}`}</span>
    </>
  );
}

/** Writes what was charged with the sign of its currency, as in "€9.99" or "¥1,200". */
function chargeAmount({ amount, currency, amount_minor }: Charge): string {
  if (amount_minor !== null) return formatMinor(amount_minor, currency);
  return amount === null ? EMPTY_VALUE : formatDollars(amount);
}

/** Says who recovered it, what was refunded, and whether no revenue includes it. */
function chargeNotes(charge: Charge): string[] {
  const { amount, isRecovered, isRecoveredAlone } = charge;
  return [
    ...(isRecovered ? [isRecoveredAlone ? 'recovered by the store' : 'after a retry'] : []),
    ...refundNotes(charge),
    ...(amount === null ? ['not converted'] : []),
  ];
}

function refundNotes({ currency, amount_minor, refunded_minor }: Charge): string[] {
  if (refunded_minor === 0) return [];
  const isPart = amount_minor !== null && refunded_minor < amount_minor;
  return [`${isPart ? 'partly refunded' : 'refunded'} ${formatMinor(refunded_minor, currency)}`];
}
