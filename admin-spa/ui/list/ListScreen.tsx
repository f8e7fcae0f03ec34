import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { QueryStates } from '../feedback/QueryStates.tsx';
import { Table, type TableProps } from '../table/Table.tsx';
import type { ListState } from './list-state.ts';
import { Paging, rowNumber } from './paging.tsx';
import { useSteadyPage } from './rows/use-steady-page.ts';
import { SearchBox } from './SearchBox.tsx';
import type { LatestPage } from './use-latest-page.ts';
import type { ChangeList } from './use-list-state.ts';

type Props<Row> = Pick<
  TableProps<Row>,
  'columns' | 'keyOf' | 'className' | 'sort' | 'caption' | 'skeletonRows' | 'rowAttributes'
> & {
  title: string;
  /** Without it there is no search box. */
  searchLabel?: string;
  list: [ListState, ChangeList];
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'isLoading' | 'refetch'>;
  page: LatestPage<Row> | null;
  failure: string;
  /** Shows the choice of page size. */
  hasPageSizes?: boolean;
  /** Undefined without active filters. */
  clearFilters?: (() => void) | undefined;
  pageSizes?: readonly number[];
  hasPaging?: boolean;
  /** The attributes of the element around the table. */
  frame?: Pick<ComponentProps<'div'>, 'ref' | 'onFocus' | 'onBlur' | 'onPointerOver' | 'onPointerLeave'>;
  /** It replaces the table of an empty list without search and filters. */
  emptyText?: string;
  /** They stand beside the title. */
  actions?: ReactNode;
  /** They stand between the search and the rows. */
  children?: ReactNode;
  /** It stands below the rows and the paging. */
  footer?: ReactNode;
};

/** A list has search, a state in the URL, rows that stay while others load, and paging. */
export function ListScreen<Row>(props: Props<Row>) {
  const { title, searchLabel, list, query, failure, hasPageSizes = false } = props;
  const { actions, children, footer, columns, keyOf, className, sort, clearFilters, pageSizes } = props;
  const { hasPaging = true, emptyText, caption = title, rowAttributes } = props;
  const [state, change] = list;
  const page = useSteadyPage({ page: props.page, keyOf, isFetching: query.isFetching });
  const { pageSize } = page?.state ?? state;
  const searchBox = useRef<HTMLInputElement>(null);
  const isEmpty = page?.rows.length === 0;

  function clearSearch() {
    change({ keyword: '' });
    // The button is removed with the search.
    searchBox.current?.focus();
  }

  return (
    <>
      <header className="screen-head">
        <h1>{title}</h1>
        {actions}
        {searchLabel && (
          <SearchBox
            label={searchLabel}
            keyword={state.keyword}
            search={(keyword) => change({ keyword }, { replace: true })}
            input={searchBox}
          />
        )}
      </header>
      {children}
      <QueryStates query={query} failure={failure} isLoaded={page !== null}>
        <div className="table-frame" aria-busy={query.isLoading} {...props.frame}>
          {isEmpty && emptyText && !clearFilters && !state.keyword ? (
            <div className="empty">
              <p>{emptyText}</p>
            </div>
          ) : (
            <Table
              columns={columns}
              keyOf={keyOf}
              className={className}
              {...(sort ? { sort } : {})}
              {...(rowAttributes ? { rowAttributes } : {})}
              caption={caption}
              rows={page?.rows ?? null}
              skeletonRows={props.skeletonRows ?? pageSize}
              firstNumber={page ? rowNumber(0, page.state) : 1}
            />
          )}
          {isEmpty && (clearFilters || state.keyword || !emptyText) && (
            <div className="empty">
              <p>No Record Found</p>
              {state.keyword && (
                <button type="button" className="secondary" onClick={clearSearch}>
                  Clear search
                </button>
              )}{' '}
              {clearFilters && (
                <button type="button" className="secondary" onClick={clearFilters}>
                  Clear filters
                </button>
              )}
            </div>
          )}
        </div>
      </QueryStates>
      {page && hasPaging && (
        <Paging
          state={state}
          current={{ ...page, rows: page.rows.length }}
          change={change}
          hasPageSizes={hasPageSizes}
          {...(pageSizes ? { pageSizes } : {})}
        />
      )}
      {footer}
    </>
  );
}
