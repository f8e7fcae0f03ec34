import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportRecord,
  type ImportRowFilter,
  importRowFilters,
} from '#contract/recipes/imports.ts';
import { QueryStates } from '../../../ui/feedback/QueryStates.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import type { ListState } from '../../../ui/list/list-state.ts';
import { Paging } from '../../../ui/list/Paging.tsx';
import { useLatestPage } from '../../../ui/list/use-latest-page.ts';
import type { ChangeList } from '../../../ui/list/use-list-state.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { importAddress } from '../import-address.ts';
import { importRowsQuery } from '../import-queries.ts';
import { filterLabels } from '../import-texts.ts';
import { rowColumns } from './row-columns.tsx';

type Props = { record: ImportRecord; list: [ListState, ChangeList] };

/** The rows of an import, by what is wrong with them or what became of them. */
export function ImportRows({ record, list: [address, change] }: Props) {
  const id = useId();
  const state = { ...address, pageSize: IMPORT_ROWS_PER_PAGE };
  const show = importRowFilters.find((one) => one === address.filters.show) ?? 'all';
  const query = useQuery(
    importRowsQuery({ importId: record.id, state: record.state, page: state.page, show }),
  );
  const page = useLatestPage([state, change], query, ({ data }) => data);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="rows-title">
        Recipes in the files
      </h2>
      <nav aria-label="Recipes shown">
        <ul className="row-filters">
          {filtersOf(record, show).map((filter) => (
            <li key={filter}>
              <Link
                href={importAddress(record.id, filter)}
                aria-current={filter === show ? 'page' : undefined}
              >
                {filterLabels[filter]} {formatCount(countOf(record, filter))}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <QueryStates query={query} failure="The recipes couldn’t be loaded." isLoaded={page !== null}>
        <FramedTable
          columns={rowColumns(record)}
          rows={page?.rows ?? null}
          keyOf={({ row }) => row}
          className="records widest import-rows"
          labelledBy={`${id}-title`}
          skeletonRows={5}
          isBusy={query.isFetching}
        />
        {page?.rows.length === 0 && <p className="card empty">No Record Found</p>}
      </QueryStates>
      {page && (
        <Paging
          state={state}
          current={{ state: page.state, total: page.total, rows: page.rows.length }}
          change={change}
        />
      )}
    </section>
  );
}

/** Those with rows, and the one that is shown. */
function filtersOf(record: ImportRecord, show: ImportRowFilter): ImportRowFilter[] {
  return importRowFilters.filter(
    (filter) =>
      filter === 'all' ||
      filter === show ||
      (countOf(record, filter) > 0 && (filter !== 'pending' || record.state !== 'ready')),
  );
}

function countOf({ counts }: ImportRecord, filter: ImportRowFilter): number {
  return filter === 'all' ? counts.rows : counts[filter];
}
