import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { type AuditEntry, readAudit } from '#contract/audit.ts';
import { Changes } from '../../audit/Changes.tsx';
import { actionLabels } from '../../audit/labels.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { auditKey } from '../queries.ts';

const TITLE = 'changes-title';

const columns: readonly Column<AuditEntry>[] = [
  { title: 'What', isRowHeader: true, cell: ({ action }) => actionLabels[action] },
  { title: 'When', kind: 'date', cell: ({ at }) => <When at={at} hasTime /> },
  { title: 'Who', kind: 'address', cell: ({ by }) => <bdi>{by ?? 'The user'}</bdi> },
  { title: 'Changes', kind: 'address', cell: ({ changes }) => <Changes changes={changes} /> },
];

function auditQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...auditKey(userId), page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page, pageSize: ROWS_PER_CARD };
      return { ...(await call(readAudit, { parameters: { userId }, query, signal })), page };
    },
  });
}

export function ChangeHistory({ userId }: { userId: string }) {
  const pages = useCardPage();
  const query = useQuery(auditQuery(userId, pages.page));
  const { data, isFetching } = query;
  const rows = usePageRows(pages, data, data?.data);
  return (
    <QueryCard
      title="History of changes"
      titleId={TITLE}
      query={query}
      failure="The change history couldn’t be loaded."
      rows={rows}
      empty="Nothing has been changed yet."
    >
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
        label="Pages of the history of changes"
        pages={pages}
        answer={data}
        rows={rows?.length ?? 0}
      />
    </QueryCard>
  );
}
