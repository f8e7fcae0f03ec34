import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { BulkChange, BulkRow } from '#contract/recipes/bulk.ts';
import { recipeAddress } from '../../../routes.ts';
import { BackgroundWork, type Work } from '../../../ui/background/BackgroundWork.tsx';
import { ResultsTable } from '../../../ui/background/ResultsTable.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { recipesKey } from '../../queries.ts';
import { bulkChangesQuery, bulkRowsQuery, stopBulkChangeMutation } from './bulk-queries.ts';
import { changeTitle, resultText } from './change-text.ts';

/** Changes in the background, of every administrator: what runs, and what ended in the last day. */
export function BulkChanges() {
  const client = useQueryClient();
  const query = useQuery(bulkChangesQuery);
  const changes = query.data?.data;
  return (
    <BackgroundWork
      query={query}
      works={useMemo(() => changes?.map(toWork), [changes])}
      failure="The background changes couldn’t be loaded."
      endedTitle="Changes of the last day"
      stop={stopBulkChangeMutation(client)}
      onEnd={() => void client.invalidateQueries({ queryKey: recipesKey })}
      Results={Results}
    />
  );
}

function toWork(change: BulkChange): Work {
  const { id, state, startedAt, startedBy, counts } = change;
  return {
    ...{ id, startedAt, startedBy, isRunning: state === 'running' },
    ...{ title: changeTitle(change), result: resultText(change) },
    ...{ total: counts.recipes, pending: counts.pending },
  };
}

const labels = {
  pending: 'Not done',
  changed: 'Changed',
  unchanged: 'Already like that',
  failed: 'Failed',
} as const;

const tones: Readonly<Record<BulkRow['result'], string>> = {
  pending: 'waiting',
  changed: 'good',
  unchanged: 'quiet',
  failed: 'bad',
};

const columns: readonly Column<BulkRow>[] = [
  {
    title: 'Recipe',
    isRowHeader: true,
    cell: ({ recipeId, title }) => (
      <Link href={recipeAddress(recipeId)}>
        <bdi>{title || `Recipe ${recipeId}`}</bdi>
      </Link>
    ),
  },
  {
    title: 'Result',
    cell: ({ result, message }) => (
      <div>
        <span className="badge" data-tone={tones[result]}>
          {labels[result]}
        </span>
        {message && ` ${message}`}
      </div>
    ),
  },
];

/** A result for each recipe, failed ones first. */
function Results({ id, label }: { id: number; label: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...bulkRowsQuery(id, page), placeholderData: keepPreviousData });
  return (
    <ResultsTable
      columns={columns}
      keyOf={({ recipeId }) => recipeId}
      label={label}
      query={query}
      page={page}
      setPage={setPage}
    />
  );
}
