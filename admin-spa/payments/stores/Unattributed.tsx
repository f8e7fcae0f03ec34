import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listUnattributed, type UnattributedPurchase } from '#contract/purchases/health.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { storeName } from '../labels.tsx';
import { TimelineButton } from '../timeline/TimelineButton.tsx';

const TITLE = 'unattributed-title';

const columns: readonly Column<UnattributedPurchase>[] = [
  { title: 'Product', kind: 'code', isRowHeader: true, cell: ({ product }) => product ?? EMPTY_VALUE },
  { title: 'Store', cell: ({ store }) => storeName(store) },
  { title: 'State', kind: 'code', cell: ({ state }) => (state ? <code>{state}</code> : 'Not asked yet') },
  { title: 'First seen', kind: 'date', cell: ({ firstSeenAt }) => <When at={firstSeenAt} hasTime /> },
  {
    title: 'Timeline',
    kind: 'actions',
    hasLabel: false,
    cell: ({ id, store, product }) => (
      <TimelineButton
        purchaseId={id}
        name={`${product ?? 'an unknown product'}, ${storeName(store)}, number ${id}`}
      />
    ),
  },
];

/** Purchases that belong to no user. */
export function Unattributed() {
  const pages = useCardPage();
  const query = useQuery(unattributedQuery(pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data);
  return (
    <QueryCard
      title="Purchases without a user"
      titleId={TITLE}
      query={query}
      failure="The purchases without a user couldn’t be loaded."
      rows={rows}
      empty="Every purchase has a user."
    >
      <p className="muted">
        These were bought without a store account code, so we don’t know whose they are. Each gets its user
        when the app’s backend names one.
      </p>
      <FramedTable
        columns={columns}
        rows={rows ?? null}
        keyOf={({ id }) => id}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={1}
        isBusy={isFetching}
      />
      <CardPaging
        label="Pages of the purchases without a user"
        pages={pages}
        answer={data}
        rows={rows?.length ?? 0}
      />
    </QueryCard>
  );
}

function unattributedQuery(page: number) {
  return queryOptions({
    queryKey: ['stores', 'unattributed', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listUnattributed, { query: { page, pageSize: ROWS_PER_CARD }, signal })),
      page,
    }),
  });
}
