import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '#contract/subscriptions.ts';
import { QueryCard } from '../../ui/card/QueryCard.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { EMPTY_VALUE, formatDate } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { subscriptionHistoryQuery } from '../queries.ts';

const TITLE = 'history-title';

const columns: readonly Column<Subscription>[] = [
  { title: 'ID', cell: ({ id }) => id ?? EMPTY_VALUE },
  { title: 'Plan', isRowHeader: true, cell: ({ plan }) => plan ?? EMPTY_VALUE },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Start Date', kind: 'date', cell: ({ startDate }) => formatDate(startDate) },
  { title: 'End Date', kind: 'date', cell: ({ endDate }) => formatDate(endDate) },
];

export function SubscriptionHistory({ userId }: { userId: string }) {
  const query = useQuery(subscriptionHistoryQuery(userId));
  const rows = query.data?.data.subscriptions;
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
        columns={columns}
        rows={rows ?? null}
        // A provider may omit the id.
        keyOf={(_, index) => index}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={3}
        isBusy={query.isFetching}
      />
    </QueryCard>
  );
}
