import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCan } from '#client/capabilities.ts';
import type { ActivityEntry } from '#contract/activity.ts';
import { Changes } from '../audit/Changes.tsx';
import { useCardPage } from '../ui/CardPaging.tsx';
import { formatCount } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
import { ExportPanel } from '../ui/list/export.tsx';
import { ActiveFilters, FilterFields } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters, ListState } from '../ui/list/list-state.ts';
import { PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { useListPage } from '../ui/list/use-list-page.ts';
import { type ChangeList, useListState } from '../ui/list/use-list-state.ts';
import type { Column } from '../ui/table/columns.ts';
import { administratorsQuery } from '../users/administrators/administrators-query.ts';
import { exportFiles, exportText } from './export-files.ts';
import {
  activityListOptions,
  activityOptions,
  activityPageSizes,
  describeFilters,
  withoutInvalid,
} from './filters.ts';
import { GivenUpMails } from './GivenUpMails.tsx';
import { actionLabel, activityLabels } from './labels.ts';
import { activityPageQuery, givenUpMailsQuery } from './queries.ts';
import { RecordLink, recordName } from './RecordLink.tsx';
import './activity.scss';

const columns: readonly Column<ActivityEntry>[] = [
  { title: 'What', isRowHeader: true, cell: ({ action }) => actionLabel(action) },
  { title: 'When', kind: 'date', cell: ({ at }) => <When at={at} hasTime /> },
  {
    title: 'Who',
    kind: 'text',
    cell: ({ by }) => (
      <bdi className="one-line" title={by ?? undefined}>
        {by ?? 'The user'}
      </bdi>
    ),
  },
  { title: 'About', kind: 'text', cell: ({ record }) => <RecordLink record={record} /> },
  {
    title: 'Changes',
    kind: 'summary',
    cell: ({ changes, moreChanges }) => (
      <div>
        <Changes changes={changes} labels={activityLabels} />
        {moreChanges > 0 && <p className="muted">{`and ${formatCount(moreChanges)} more`}</p>}
      </div>
    ),
  },
];

/** Path `/activity`. */
export function Activity() {
  const can = useCan();
  const hasMails = can('mails:retry');
  const list = useActivityList();
  const [{ filters }, change] = list;
  const { query, page, live } = useListPage(list, activityPageQuery(list[0]));
  const mailPages = useCardPage();
  const mails = useQuery({ ...givenUpMailsQuery(mailPages.page), enabled: hasMails });
  const panels = usePanels<'filters' | 'export'>();
  const filtersButton = useRef<HTMLButtonElement>(null);
  const isByAdministrator = /^\d/.test(filters.by ?? '');
  const hasActors = can('administrators:manage');
  const actors = useQuery({
    ...administratorsQuery,
    enabled: hasActors && (panels.open === 'filters' || isByAdministrator),
  });
  // Those who may not see them filter by no one.
  const administrators = hasActors ? actors.data?.data : [];
  const described = describeFilters({
    administrators: administrators ?? [],
    recordName: nameOfRecord(filters.record, page?.rows ?? []),
  });
  const applyFilters = (next: Filters) => change({ filters: next });
  return (
    <ListScreen
      title="Activity"
      failure="The activity couldn’t be loaded."
      list={list}
      query={query}
      // The mails are above the rows: both appear together, so that no row moves.
      page={hasMails && mails.isPending ? null : page}
      live={live}
      columns={columns}
      className="records activity"
      hasPageSizes
      pageSizes={activityPageSizes}
      actions={
        <div className="list-actions">
          <PanelButton panels={panels} name="filters" label="Filters" ref={filtersButton} />
          {can('audit:export') && <PanelButton panels={panels} name="export" label="Export" />}
        </div>
      }
    >
      <GivenUpMails query={mails} pages={mailPages} />
      <div id={panels.id} hidden={panels.open === null}>
        {panels.open === 'filters' && (
          <FilterFields
            filters={described.panel}
            query={actors}
            options={administrators ? activityOptions(administrators) : null}
            chosen={filters}
            change={applyFilters}
          />
        )}
        {panels.open === 'export' && (
          <ExportPanel
            text={exportText(page?.isMinimum ? null : (page?.total ?? null))}
            files={exportFiles(filters, new Date())}
          />
        )}
      </div>
      <ActiveFilters
        filters={described.all}
        chosen={filters}
        change={(next) => {
          applyFilters(next);
          // The pressed button is removed with its filter.
          filtersButton.current?.focus();
        }}
      />
    </ListScreen>
  );
}

function useActivityList(): [ListState, ChangeList] {
  const [state, change] = useListState(activityListOptions);
  return [{ ...state, filters: withoutInvalid(state.filters) }, change];
}

function nameOfRecord(filter: string | undefined, rows: readonly ActivityEntry[]): string | null {
  const found = rows.find(({ record }) => record && `${record.kind}:${record.id}` === filter);
  return found?.record ? recordName(found.record) : null;
}
