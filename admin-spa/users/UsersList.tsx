import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCan } from '#client/capabilities.ts';
import { useColumnChoice, useColumns } from '../ui/list/columns.tsx';
import { ExportPanel } from '../ui/list/export.tsx';
import { ActiveFilters, withoutFilters } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { useLatestPage } from '../ui/list/use-latest-page.ts';
import { listSort, useListState } from '../ui/list/use-list-state.ts';
import { userColumns } from './columns.tsx';
import { exportFiles, exportText } from './list/export-files.ts';
import { FilterPanel } from './list/FilterPanel.tsx';
import { usersPageQuery } from './list/page-query.ts';
import { userFilters, userListOptions } from './list/user-filters.ts';

/** Path `/users`. */
export function UsersList() {
  const list = useListState(userListOptions);
  const [{ filters }, change] = list;
  const query = useQuery(usersPageQuery(list[0]));
  const page = useLatestPage(list, query, (answer) => answer.data);
  const can = useCan();
  const isLoading = page === null;
  const hasFilters = can('users:filter');
  const panels = usePanels<ListPanel>();
  const sort = hasFilters ? { ...listSort(list), isPending: isLoading } : undefined;
  const columns = useColumns({ columns: userColumns, choice: useColumnChoice('users'), panels, sort });
  const filtersButton = useRef<HTMLButtonElement>(null);

  const applyFilters = (next: Filters) => change({ filters: next });
  /** By a button that is removed with its filter. */
  const removeFilters = (next: Filters) => {
    applyFilters(next);
    filtersButton.current?.focus();
  };
  const unfiltered = withoutFilters(filters, userFilters);
  const actions = (
    <div className="list-actions">
      {hasFilters && <PanelButton panels={panels} name="filters" label="Filters" ref={filtersButton} />}
      {columns.button}
      {can('users:export') && <PanelButton panels={panels} name="export" label="Export" />}
    </div>
  );
  return (
    <ListScreen
      title="Users"
      searchLabel="Search by name or email"
      failure="The users couldn’t be loaded."
      list={list}
      query={query}
      page={page}
      hasPageSizes
      columns={columns.columns}
      keyOf={({ id }) => id}
      className="records widest"
      actions={actions}
      {...(sort ? { sort } : {})}
      {...(hasFilters && Object.keys(unfiltered).length < Object.keys(filters).length
        ? { clearFilters: () => removeFilters(unfiltered) }
        : {})}
    >
      <div id={panels.id} hidden={panels.open === null}>
        {columns.panel}
        {panels.open === 'filters' && <FilterPanel chosen={filters} change={applyFilters} />}
        {panels.open === 'export' && (
          <ExportPanel
            text={exportText(page?.isMinimum ? null : (page?.total ?? null))}
            files={exportFiles(list[0])}
          />
        )}
      </div>
      {hasFilters && <ActiveFilters filters={userFilters} chosen={filters} change={removeFilters} />}
    </ListScreen>
  );
}
