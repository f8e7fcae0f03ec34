import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { FailedPanel } from '../feedback/FailedPanel.tsx';
import { Loading } from '../feedback/Loading.tsx';
import type { ListState } from './list-state.ts';
import { Paging } from './Paging.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { ChangeList } from './use-list-state.ts';
import type { ShownPage } from './use-shown-page.ts';

type Props = {
  title: string;
  searchLabel: string;
  list: [ListState, ChangeList];
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  page: ShownPage<unknown> | null;
  /** In our words. */
  failure: string;
  /** Whether people choose how many rows a page has. */
  sizes?: boolean;
  /** The table: of the page's rows, or of skeletons while there is none. */
  children: ReactNode;
};

/** What every list has: search, its state in the address, rows that stay while others come, and paging. */
export function ListScreen({ title, searchLabel, list, query, page, failure, sizes, children }: Props) {
  const [state, change] = list;
  const { error, isFetching, refetch } = query;
  const searchBox = useRef<HTMLInputElement>(null);

  function clearSearch() {
    change({ keyword: '' });
    // The button goes with what it cleared.
    searchBox.current?.focus();
  }

  return (
    <>
      <header className="screen-head">
        <h1>{title}</h1>
        <SearchBox
          label={searchLabel}
          keyword={state.keyword}
          search={(keyword) => change({ keyword }, { replace: true })}
          input={searchBox}
        />
      </header>
      {error && <FailedPanel message={failure} retry={refetch} busy={isFetching} />}
      {!page && !error && <Loading />}
      {(page || !error) && (
        <div className="table-frame" aria-busy={isFetching}>
          {children}
          {page?.rows.length === 0 && (
            <div className="empty">
              <p>No Record Found</p>
              {state.keyword && (
                <button type="button" className="secondary" onClick={clearSearch}>
                  Clear search
                </button>
              )}
            </div>
          )}
        </div>
      )}
      {page && (
        <Paging
          state={state}
          shown={{ state: page.state, total: page.total, rows: page.rows.length }}
          change={change}
          sizes={sizes ?? false}
        />
      )}
    </>
  );
}
