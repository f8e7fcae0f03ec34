import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { When } from '../../ui/date/When.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { Charges } from './charges/Charges.tsx';
import { subscriptionHistoryQuery } from './history-queries.ts';

const TITLE = 'history-title';

const columns: readonly Column<Subscription>[] = [
  { title: 'ID', cell: ({ id }) => id ?? EMPTY_VALUE },
  { title: 'Plan', isRowHeader: true, cell: ({ plan }) => plan ?? EMPTY_VALUE },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Start Date', kind: 'date', cell: ({ startDate }) => <When at={startDate} /> },
  { title: 'End Date', kind: 'date', cell: ({ endDate }) => <When at={endDate} /> },
];

const chargesColumn: Column<Subscription> = {
  title: 'Charges',
  kind: 'summary',
  hasLabel: false,
  cell: (subscription) => <Charges subscription={subscription} />,
};

export function SubscriptionHistory({ userId }: { userId: string }) {
  const can = useCan();
  const pages = useCardPage();
  const query = useQuery(subscriptionHistoryQuery(userId, pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data.subscriptions);
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
        columns={can('subscriptions:read') ? [...columns, chargesColumn] : columns}
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
    </QueryCard>
  );
}
