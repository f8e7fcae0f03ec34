import { type FocusEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { QueryStates } from '../feedback/QueryStates.tsx';
import { Table, type TableProps } from '../table/Table.tsx';
import { useRowFocus } from '../table/use-row-focus.ts';
import type { ListState } from './list-state.ts';
import { idOf, type ListRow } from './merge-rows.ts';
import { Paging, rowNumber } from './paging.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { ListPage } from './use-list-page.ts';
import type { ChangeList } from './use-list-state.ts';

type Props<Row> = Pick<
  TableProps<Row>,
  'columns' | 'className' | 'sort' | 'caption' | 'skeletonRows' | 'isRowBusy'
> &
  ListPage<Row> & {
    title: string;
    /** Without it there is no search box. */
    searchLabel?: string;
    list: [ListState, ChangeList];
    failure: string;
    /** Shows the choice of page size. */
    hasPageSizes?: boolean;
    /** Undefined without active filters. */
    clearFilters?: (() => void) | undefined;
    pageSizes?: readonly number[];
    hasPaging?: boolean;
    /** It replaces the table of an empty list without search and filters. */
    emptyText?: string;
    /** At the end of the title's row: the one filled button, or links to screens beside this one. */
    primary?: ReactNode;
    /** They stand beside the search. */
    actions?: ReactNode;
    /** They stand between the search and the rows. */
    children?: ReactNode;
    /** It stands below the rows and the paging. */
    footer?: ReactNode;
    /** A click on a row beside its controls. */
    onRowClick?: (id: string) => void;
  };

/** A list has search, a state in the URL, rows that stay while others load, and paging. */
export function ListScreen<Row extends ListRow>(props: Props<Row>) {
  const { title, searchLabel, list, query, page, live, failure, hasPageSizes = false } = props;
  const { primary, actions, children, footer, columns, className, sort, clearFilters, pageSizes } = props;
  const { hasPaging = true, emptyText, caption = title, isRowBusy, onRowClick } = props;
  const [state, change] = list;
  const rowFocus = useRowFocus((page?.rows ?? []).map(idOf));
  const frame = {
    ...live.frame,
    ref: rowFocus.ref,
    onClick: ({ target }: MouseEvent) => {
      const id = clickedRow(target);
      if (id !== null) onRowClick?.(id);
    },
    onFocus: (event: FocusEvent) => {
      rowFocus.onFocus(event);
      live.frame.onFocus(event);
    },
    onBlur: (event: FocusEvent) => {
      rowFocus.onBlur();
      live.frame.onBlur(event);
    },
  };
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
        {primary}
      </header>
      <div className="toolbar">
        {searchLabel && (
          <SearchBox
            label={searchLabel}
            keyword={state.keyword}
            search={(keyword) => change({ keyword }, { replace: true })}
            input={searchBox}
          />
        )}
        {actions}
      </div>
      {children}
      <QueryStates query={query} failure={failure} isLoaded={page !== null}>
        <div className="table-frame" aria-busy={query.isLoading} {...frame}>
          {isEmpty && emptyText && !clearFilters && !state.keyword ? (
            <div className="empty">
              <p>{emptyText}</p>
            </div>
          ) : (
            <Table
              columns={columns}
              keyOf={idOf}
              className={className}
              {...(sort ? { sort } : {})}
              {...(isRowBusy ? { isRowBusy } : {})}
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
                <p className="muted">
                  Nothing matches “<bdi>{state.keyword}</bdi>”.
                </p>
              )}
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

/** Null for a click on a control, and for the end of selecting text. */
function clickedRow(target: EventTarget): string | null {
  if (!(target instanceof Element) || target.closest('a, button, input, label, select')) return null;
  if (getSelection()?.isCollapsed === false) return null;
  return target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}
