import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/audit.ts';
import { QueryCard } from '../../ui/card/QueryCard.tsx';
import { formatTime } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { actionLabels } from '../labels.ts';
import { auditQuery } from '../queries.ts';
import { Changes } from './Changes.tsx';

const TITLE = 'changes-title';

const columns: readonly Column<AuditEntry>[] = [
  { title: 'What', isRowHeader: true, cell: ({ action }) => actionLabels[action] },
  { title: 'When', kind: 'date', cell: ({ at }) => formatTime(at) },
  { title: 'Who', kind: 'address', cell: ({ by }) => <bdi>{by ?? 'The user'}</bdi> },
  { title: 'Changes', kind: 'address', cell: ({ changes }) => <Changes changes={changes} /> },
];

export function ChangeHistory({ userId }: { userId: string }) {
  const query = useQuery(auditQuery(userId));
  const { data, isFetching } = query;
  return (
    <QueryCard
      title="History of changes"
      titleId={TITLE}
      query={query}
      failure="The history of changes could not be loaded."
      rows={data?.data}
      empty="Nothing has been changed yet."
    >
      <FramedTable
        columns={columns}
        rows={data?.data ?? null}
        keyOf={({ id }) => id}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={3}
        isBusy={isFetching}
      />
      {data && data.total > data.data.length && (
        <p className="muted">
          The newest {data.data.length} of {data.total} changes.
        </p>
      )}
    </QueryCard>
  );
}
