import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCan } from '#client/capabilities.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { Loading } from '../../ui/feedback/QueryStates.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { EMPTY_VALUE, formatDate } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { lazy, OpenedModule } from '../../ui/lazy.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { subscriptionHistoryQuery } from '../queries.ts';

const chargeList = lazy(() => import('./ChargeList.tsx'));
const storeActs = lazy(() => import('./StoreActs.tsx'));

const TITLE = 'history-title';

const columns: readonly Column<Subscription>[] = [
  // It leaves first: beside "In grace period" a long plan needs the room.
  { title: 'ID', importance: 'high', cell: ({ id }) => id ?? EMPTY_VALUE },
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

export function SubscriptionHistory({ userId }: { userId: string }) {
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
      {acted && (
        <OpenedModule code={storeActs} close={close}>
          {({ StoreActs }) => <StoreActs subscription={acted} userId={userId} onClosed={close} />}
        </OpenedModule>
      )}
    </QueryCard>
  );
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
  const { id, plan, startDate } = subscription;
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (id === null) return null;
  const name = `${plan ?? 'the subscription'} from ${formatDate(startDate)}`;
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
        {isOpen && (
          <OpenedModule code={chargeList} fallback={<Loading />} close={() => setIsOpen(false)}>
            {({ ChargeList }) => <ChargeList id={id} name={name} />}
          </OpenedModule>
        )}
      </div>
    </>
  );
}
