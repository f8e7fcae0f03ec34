import { ListChecks, Plus, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { MAX_CHOSEN_RECIPES } from '#contract/recipes/bulk.ts';
import { MAX_BULK_RECIPES } from '#contract/recipes/list.ts';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { routes } from '../routes.ts';
import { formatCount } from '../ui/format/format.ts';
import { useColumnChoice, useColumns } from '../ui/list/columns.tsx';
import { ExportPanel } from '../ui/list/export.tsx';
import { ActiveFilters, withoutFilters } from '../ui/list/filters.tsx';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { Filters } from '../ui/list/list-state.ts';
import { type ListPanel, PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { selectionColumn, selectionText, useSelectAll, useSelection } from '../ui/list/selection.tsx';
import { useListPage } from '../ui/list/use-list-page.ts';
import { listSort, useListState } from '../ui/list/use-list-state.ts';
import { recipeColumns, stateColumns } from './columns.tsx';
import { AllBar, ChosenBar } from './list/bulk/BulkBars.tsx';
import { BulkChanges } from './list/bulk/BulkChanges.tsx';
import { allText } from './list/count-text.ts';
import { exportFiles, exportText } from './list/export-files.ts';
import { FilterPanel, recipeFilters, withoutLeftovers } from './list/filters.tsx';
import { toListQuery } from './list/list-query.ts';
import { recipeListOptions, recipesPageQuery } from './list/page-query.ts';
import { DELETED, nameOfRecipe, useRecipeSelection } from './list/selection.ts';
import './recipes.scss';

/** Path `/recipes`. */
export function RecipesList() {
  const list = useListState(recipeListOptions());
  const [{ filters }, change] = list;
  const { query, page, live } = useListPage(list, recipesPageQuery(list[0]));
  const can = useCan();
  const hasFilters = can('recipes:filter');
  const canEdit = can('recipes:edit');
  const canChangeMany = can('recipes:change-many');
  const panels = usePanels<ListPanel>();
  const filtersButton = useRef<HTMLButtonElement>(null);
  const listQuery = toListQuery(list[0]);
  // A whole selection is compared with an exact total.
  const total = page?.isMinimum ? null : (page?.total ?? null);
  const all = useSelectAll([listQuery.selection, total]);
  const isAllSelected = canChangeMany && all.isSelected;
  const selection = useSelection<RecipeRow>(useRecipeSelection, {
    group: filters.state === 'deleted' ? DELETED : '',
    nameOf: nameOfRecipe,
    max: canChangeMany ? MAX_CHOSEN_RECIPES : MAX_BULK_RECIPES,
    // A recipe that is taken out is not changed with the others.
    onChoose: all.clear,
  });

  const applyFilters = (next: Filters) => change({ filters: withoutLeftovers(next) });
  /** By a button that is removed with its filter. */
  const removeFilters = (next: Filters) => {
    applyFilters(next);
    filtersButton.current?.focus();
  };
  const isFiltered = recipeFilters.some(({ name }) => filters[name] !== undefined);
  const sort = hasFilters ? listSort(list) : undefined;
  const columns = useColumns({
    columns: [
      ...(canEdit ? [selectionColumn(selection, page?.rows ?? [])] : []),
      ...recipeColumns,
      ...(hasFilters ? stateColumns : []),
    ],
    choice: useColumnChoice('recipes'),
    panels,
    sort,
  });
  const actions = (
    <div className="list-actions">
      {hasFilters && <PanelButton panels={panels} name="filters" label="Filters" ref={filtersButton} />}
      {columns.button}
      {can('recipes:export') && <PanelButton panels={panels} name="export" label="Export" />}
      {can('recipes:import') && (
        <Link href={routes.recipeImport} className="tool">
          <Upload aria-hidden="true" />
          Import
        </Link>
      )}
      {canChangeMany && total !== null && total > (page?.rows.length ?? 0) && !isAllSelected && (
        <button type="button" className="tool" onClick={all.select}>
          <ListChecks aria-hidden="true" />
          <span>{`Select all ${formatCount(total)} recipes`}</span>
        </button>
      )}
    </div>
  );
  return (
    <>
      <ListScreen
        title="Recipes"
        searchLabel="Search by title"
        failure="The recipes couldn’t be loaded."
        list={list}
        query={query}
        page={page}
        live={live}
        columns={columns.columns}
        hasPageSizes={hasFilters}
        clearFilters={isFiltered ? () => removeFilters(withoutFilters(filters, recipeFilters)) : undefined}
        className="records recipes"
        {...(sort ? { sort } : {})}
        primary={
          canEdit && (
            <Link href={routes.recipeNew} className="primary">
              <Plus aria-hidden="true" />
              New recipe
            </Link>
          )
        }
        actions={actions}
      >
        <div id={panels.id} hidden={panels.open === null}>
          {columns.panel}
          {panels.open === 'filters' && <FilterPanel chosen={filters} change={applyFilters} />}
          {panels.open === 'export' && (
            <ExportPanel text={exportText(total)} files={exportFiles(listQuery, new Date())} />
          )}
        </div>
        {hasFilters && <ActiveFilters filters={recipeFilters} chosen={filters} change={removeFilters} />}
        {canEdit && (
          <p className="visually-hidden" role="status">
            {isAllSelected && total !== null ? allText(total) : selectionText(selection)}
          </p>
        )}
        {canChangeMany && <BulkChanges />}
      </ListScreen>
      {isAllSelected && total !== null && <AllBar listQuery={listQuery} total={total} clear={all.clear} />}
      {canEdit && !isAllSelected && selection.chosen.size > 0 && <ChosenBar selection={selection} />}
    </>
  );
}
