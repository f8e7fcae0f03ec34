import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { exportUsers } from '#contract/users/exports.ts';
import type { UserRow } from '#contract/users/records.ts';
import { readUserValues } from '#contract/users/values.ts';
import { UserLink } from '../records/UserLink.tsx';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE, formatCount } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
import { useColumnChoice, useColumns } from '../ui/list/columns.tsx';
import { type ExportFile, ExportPanel, fileName } from '../ui/list/export.tsx';
import { ActiveFilters, FilterFields, type Options, toOptions, withoutFilters } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters, ListState } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { useListPage } from '../ui/list/use-list-page.ts';
import { listSort, useListState } from '../ui/list/use-list-state.ts';
import { type Column, rowNumberColumn } from '../ui/table/columns.ts';
import { toUserFilters, userFilters, userListOptions, usersPageQuery } from './list.ts';
import { userValuesKey } from './queries.ts';

const nameColumn: Column<UserRow> = {
  title: 'Name',
  sortKey: 'name',
  isRowHeader: true,
  cell: (user, { isWide }) => (
    <>
      <UserLink user={user} />
      {/* Narrow screens lack the Status column. */}
      {!isWide && user.status && user.status !== 'active' && (
        <>
          {' '}
          <Badge status={user.status} />
        </>
      )}
    </>
  ),
};

/** It replaces the name, the address and the phone for those who don’t see who people are. */
const idColumn: Column<UserRow> = { title: 'User', isRowHeader: true, cell: nameColumn.cell };

const userColumns: readonly Column<UserRow>[] = [
  rowNumberColumn,
  nameColumn,
  { title: 'Email', kind: 'address', sortKey: 'email', cell: ({ email }) => email ?? EMPTY_VALUE },
  {
    title: 'Verification',
    cell: (user) => <Badge status={verification(user)} />,
  },
  { title: 'Phone', kind: 'phone', importance: 'medium', cell: ({ phone }) => phone ?? EMPTY_VALUE },
  {
    title: 'Onboarding status',
    importance: 'medium',
    cell: ({ onboarding_status }) => <Badge status={onboarding_status} />,
  },
  {
    title: 'Created',
    kind: 'date',
    sortKey: 'created',
    cell: ({ created_date_time }) => <When at={created_date_time} />,
  },
  {
    title: 'Source',
    importance: 'low',
    cell: ({ source }) => (source === 'app' ? 'App' : source === 'console' ? 'Console' : EMPTY_VALUE),
  },
  { title: 'Status', isWideOnly: true, cell: ({ status }) => <Badge status={status} /> },
];

function columnsFor({ hasFilters, hasPeople }: { hasFilters: boolean; hasPeople: boolean }) {
  // Only our own server says where a user came from.
  const hidden = [...(hasFilters ? [] : ['Source']), ...(hasPeople ? [] : ['Email', 'Phone'])];
  return userColumns
    .filter(({ title }) => !hidden.includes(title))
    .map((column) => (column === nameColumn && !hasPeople ? idColumn : column));
}

/** Path `/users`. */
export function UsersList() {
  const list = useListState(userListOptions());
  const [{ filters }, change] = list;
  const { query, page, live } = useListPage(list, usersPageQuery(list[0]));
  const can = useCan();
  const isLoading = page === null;
  const hasFilters = can('users:filter');
  const hasPeople = can('people:read');
  const panels = usePanels<ListPanel>();
  const sort = hasFilters ? { ...listSort(list), isPending: isLoading } : undefined;
  const columns = useColumns({
    columns: columnsFor({ hasFilters, hasPeople }),
    choice: useColumnChoice('users'),
    panels,
    sort,
  });
  const filtersButton = useRef<HTMLButtonElement>(null);

  const applyFilters = (next: Filters) => change({ filters: next });
  /** The pressed button is removed with its filter, so the focus moves. */
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
      {...(hasPeople ? { searchLabel: 'Search by name, email, phone, or order' } : {})}
      failure="The users couldn’t be loaded."
      list={list}
      query={query}
      page={page}
      live={live}
      hasPageSizes
      columns={columns.columns}
      className="records"
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

function verification({ is_email_verified }: Pick<UserRow, 'is_email_verified'>): string | null {
  if (is_email_verified === null) return null;
  return is_email_verified ? 'verified' : 'pending';
}

/** It needs `users:filter`. */
const userValuesQuery = queryOptions({
  queryKey: userValuesKey,
  queryFn: ({ signal }) => call(readUserValues, { signal }),
});

type FilterProps = { chosen: Filters; change: (filters: Filters) => void };

/** Offers the values that users have, with their counts, and the days between which users registered. */
function FilterPanel({ chosen, change }: FilterProps) {
  const query = useQuery(userValuesQuery);
  const options: Options | null =
    query.data === undefined
      ? null
      : Object.fromEntries(
          Object.entries(query.data.data).map(([name, counts]) => [name, toOptions(counts)]),
        );
  return (
    <FilterFields filters={userFilters} query={query} options={options} chosen={chosen} change={change}>
      <CountedAt at={query.data?.countedAt} />
    </FilterFields>
  );
}

/** Exports everything that the list shows. */
function exportFiles({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>): readonly ExportFile[] {
  const query = { ...(keyword && { keyword }), ...toUserFilters(filters) };
  return [
    {
      label: 'CSV',
      name: exportName({ keyword, filters }, new Date()),
      load: (options) => download(exportUsers, { ...options, query }),
    },
  ];
}

/** Each value in the name of the file follows its prefix; a value that says what it is has none. */
const prefixes: Readonly<Record<string, string>> = {
  status: '',
  verification: '',
  role: 'role-',
  deletion: 'deletion-',
  onboarding: 'onboarding-',
  subscription: 'subscription-',
  createdFrom: 'from-',
  createdTo: 'to-',
};

/** Says filters and date, such as `users-active-2026-11-22.csv`. */
export function exportName({ keyword, filters }: { keyword: string; filters: Filters }, now: Date): string {
  const chosen = Object.entries(prefixes).flatMap(([name, prefix]) => {
    const value = filters[name];
    return value === undefined ? [] : [prefix + value];
  });
  return fileName(['users', ...(keyword ? ['search'] : []), ...chosen], 'csv', now);
}

function exportText(total: number | null): string {
  if (total === null) return 'Export every user that this list shows:';
  return `Export ${formatCount(total)} ${total === 1 ? 'user' : 'users'}, as listed here:`;
}
