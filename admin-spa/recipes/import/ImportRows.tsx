import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportRecord,
  type ImportRow,
  type ImportRowFilter,
  importRowFilters,
} from '#contract/recipes/imports.ts';
import { recipeAddress } from '../../routes.ts';
import { QueryStates } from '../../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import { formatMinutes } from '../../ui/format/minutes.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { Paging } from '../../ui/list/paging.tsx';
import { useLatestPage } from '../../ui/list/use-list-page.ts';
import type { ChangeList } from '../../ui/list/use-list-state.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { Duplicates } from './Duplicates.tsx';
import { importAddress } from './import-address.ts';
import { countText, filterLabels, ResultBadge } from './labels.tsx';
import { importRowsQuery } from './queries.ts';

type Props = { record: ImportRecord; list: [ListState, ChangeList] };

/** Shows the rows of an import, filtered by what is wrong with them or what became of them. */
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
                {`${filterLabels[filter]} ${formatCount(countOf(record, filter))}`}
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
          className="records import-rows"
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

/** Returns the filters with rows, and the one that is shown. */
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

function rowColumns({ id, state, counts }: ImportRecord): readonly Column<ImportRow>[] {
  const canChoose = state === 'ready' || state === 'stopped';
  return [
    { title: 'Row', kind: 'number', hasLabel: false, cell: ({ row }) => row },
    { title: 'Title', isRowHeader: true, cell: (row) => <TitleCell row={row} /> },
    ...(state === 'ready' ? [] : [resultColumn]),
    { title: 'Found', kind: 'summary', cell: ({ found }) => (found ? foundText(found) : EMPTY_VALUE) },
    { title: 'Problems', kind: 'summary', cell: ({ problems }) => <Problems problems={problems} /> },
    ...(counts.duplicates > 0
      ? [
          {
            title: 'Duplicates',
            kind: 'summary',
            cell: (row) => <Duplicates importId={id} row={row} canChoose={canChoose} />,
          } satisfies Column<ImportRow>,
        ]
      : []),
  ];
}

const resultColumn: Column<ImportRow> = {
  title: 'Result',
  kind: 'summary',
  cell: ({ result, message }) => (
    <div>
      <ResultBadge result={result} />
      {message && <span className="row-message">{message}</span>}
    </div>
  ),
};

function TitleCell({ row: { title, file, place, recipeId } }: { row: ImportRow }) {
  const name = <bdi>{title || 'No title'}</bdi>;
  return (
    <>
      {recipeId === null ? name : <Link href={recipeAddress(recipeId)}>{name}</Link>}
      <span className="place">
        <bdi>{file}</bdi>
        <span>{place && `, ${place}`}</span>
      </span>
    </>
  );
}

function foundText(found: NonNullable<ImportRow['found']>): string {
  const { ingredients, steps, nutritionValues, servings, hasPicture } = found;
  const time = (seconds: number, name: string) =>
    seconds > 0 ? `${name} ${formatMinutes(seconds)}` : `${name} time unknown`;
  return [
    countText(ingredients, 'ingredient'),
    countText(steps, 'step'),
    time(found.preparation_time, 'preparation'),
    time(found.cooking_time, 'cooking'),
    servings === null ? 'servings unknown' : countText(servings, 'serving'),
    ...(nutritionValues > 0 ? [countText(nutritionValues, 'nutrition value')] : []),
    hasPicture ? 'with picture' : 'no picture',
  ].join(', ');
}

const MAX_SHOWN = 3;

/** The keys are the names of the API. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  image_url: 'Picture',
  videoURL: 'Video',
  cuisine: 'Cuisine',
  cookingMethod: 'Cooking method',
  preparation_time: 'Preparation time',
  cooking_time: 'Cooking time',
  servings: 'Servings',
  meal_types: 'Meal types',
  feature_tags: 'Feature tags',
  promotional_tags: 'Promotional tags',
  ingredients: 'Ingredients',
  steps: 'Steps',
  nutritionValues: 'Nutrition values',
};

type Problem = ImportRow['problems'][number];

/** Shows what was dropped, cut or changed, and why. */
function Problems({ problems }: Pick<ImportRow, 'problems'>) {
  if (problems.length === 0) return <span className="muted">{EMPTY_VALUE}</span>;
  const others = problems.slice(MAX_SHOWN);
  return (
    <div className="problems">
      <ProblemItems problems={problems.slice(0, MAX_SHOWN)} />
      {others.length > 0 && (
        <details>
          <summary>{`${others.length} more`}</summary>
          <ProblemItems problems={others} />
        </details>
      )}
    </div>
  );
}

function ProblemItems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul>
      {problems.map(({ field, message, value }) => (
        <li key={`${field} ${message} ${value}`}>
          {field && <strong>{`${fieldLabels[field] ?? field}: `}</strong>}
          <span>{message}</span> {value && <bdi className="muted">{`“${value}”`}</bdi>}
        </li>
      ))}
    </ul>
  );
}
