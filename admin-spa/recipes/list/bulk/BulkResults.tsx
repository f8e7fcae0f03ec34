import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { BulkRow } from '#contract/recipes/bulk.ts';
import { recipeAddress } from '../../../routes.ts';
import { FailedPanel } from '../../../ui/feedback/FailedPanel.tsx';
import { useErrorToast } from '../../../ui/feedback/use-error-toast.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { bulkRowsQuery } from './bulk-queries.ts';

const ROWS_PER_PAGE = 50;

const labels = {
  pending: 'Not done',
  changed: 'Changed',
  unchanged: 'Was like that already',
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
export function BulkResults({ changeId, label }: { changeId: number; label: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...bulkRowsQuery(changeId, page), placeholderData: keepPreviousData });
  const { data, error, errorUpdatedAt, isFetching, refetch } = query;
  useErrorToast(error, errorUpdatedAt);
  const pages = data ? Math.ceil(data.total / ROWS_PER_PAGE) : 1;
  if (error && !data) {
    return <FailedPanel message="The results could not be loaded." retry={refetch} isBusy={isFetching} />;
  }
  return (
    <>
      <FramedTable
        columns={columns}
        rows={data?.data ?? null}
        keyOf={({ recipeId }) => recipeId}
        className="records narrow"
        caption={`Results of ${label}`}
        skeletonRows={3}
        isBusy={isFetching}
      />
      {pages > 1 && (
        <div className="choices">
          <button
            type="button"
            className="secondary"
            aria-disabled={page === 1 || undefined}
            onClick={() => page > 1 && setPage(page - 1)}
          >
            Previous
          </button>
          <p role="status">
            Page {page} of {pages}
          </p>
          <button
            type="button"
            className="secondary"
            aria-disabled={page === pages || undefined}
            onClick={() => page < pages && setPage(page + 1)}
          >
            Next
          </button>
        </div>
      )}
    </>
  );
}
