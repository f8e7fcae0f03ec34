import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { importAddress } from './import-address.ts';
import { countText, resultsText, StateBadge } from './labels.tsx';
import { importsQuery } from './queries.ts';

const TITLE = 'earlier-imports-title';

export function EarlierImports() {
  const query = useQuery(importsQuery);
  return (
    <QueryCard
      title="Earlier imports"
      titleId={TITLE}
      query={query}
      failure="The earlier imports couldn’t be loaded."
      rows={query.data?.data}
      empty="No imports yet. They stay here for 30 days."
    >
      <FramedTable
        columns={columns}
        rows={query.data?.data ?? null}
        keyOf={({ id }) => id}
        className="records"
        labelledBy={TITLE}
        skeletonRows={2}
      />
    </QueryCard>
  );
}

const columns: readonly Column<ImportRecord>[] = [
  {
    title: 'Import',
    isRowHeader: true,
    cell: ({ id, createdAt }) => (
      <Link href={importAddress(id)}>
        <span>{`Import ${id} of`}</span> <When at={createdAt} hasTime />
      </Link>
    ),
  },
  {
    title: 'By',
    kind: 'address',
    cell: ({ createdBy }) => (createdBy ? <bdi>{createdBy}</bdi> : EMPTY_VALUE),
  },
  { title: 'Files', cell: ({ files }) => <FileNames files={files} /> },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Recipes', cell: recipesText },
  {
    title: 'Undo until',
    kind: 'date',
    cell: ({ undoUntil }) => <When at={undoUntil} hasTime />,
  },
];

function recipesText({ state, counts }: ImportRecord): string {
  const isRead = state === 'reading' || state === 'ready';
  return (!isRead && resultsText(counts)) || countText(counts.rows, 'recipe');
}

function FileNames({ files }: Pick<ImportRecord, 'files'>) {
  const [first] = files;
  if (!first) return <span>{EMPTY_VALUE}</span>;
  return (
    <>
      <bdi>{first.name}</bdi>
      <span>{files.length > 1 && ` and ${files.length - 1} more`}</span>
    </>
  );
}
