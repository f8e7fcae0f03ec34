import type { UseQueryResult } from '@tanstack/react-query';
import { FailedPanel } from '../feedback/FailedPanel.tsx';
import { useErrorToast } from '../feedback/use-error-toast.ts';
import { FramedTable, type TableProps } from '../table/Table.tsx';

const ROWS_PER_PAGE = 50;

type Props<Row> = Pick<TableProps<Row>, 'columns' | 'keyOf'> & {
  /** Names the work whose results the table shows. */
  label: string;
  query: UseQueryResult<{ data: readonly Row[]; total: number }>;
  page: number;
  setPage: (page: number) => void;
};

/** A result for each row of work in the background, in pages. */
export function ResultsTable<Row>({ columns, keyOf, label, query, page, setPage }: Props<Row>) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = query;
  useErrorToast(error, errorUpdatedAt);
  const pages = data ? Math.ceil(data.total / ROWS_PER_PAGE) : 1;
  if (error && !data) {
    return <FailedPanel message="The results couldn’t be loaded." retry={refetch} isBusy={isFetching} />;
  }
  return (
    <>
      <FramedTable
        columns={columns}
        rows={data?.data ?? null}
        keyOf={keyOf}
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
