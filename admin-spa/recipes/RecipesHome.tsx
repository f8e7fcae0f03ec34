import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { RecipeValues } from '#contract/recipes/list.ts';
import { recipeGaps } from '#contract/recipes/read.ts';
import { routes } from '../routes.ts';
import { QueryCard } from '../ui/Card.tsx';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, formatCount } from '../ui/format/format.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { recipeColumns, stateColumns } from './columns.tsx';
import { gapLabels } from './list/filters.tsx';
import { recipesPageQuery } from './list/page-query.ts';
import { recipeValuesQuery } from './queries.ts';
import './home.scss';

/** What Home shows to those who see recipes and no figures: how many there are, and what needs work. */
export function RecipesHome() {
  return (
    <>
      <Tiles />
      <div className="recipes-home">
        <Gaps />
        <NewestDrafts />
      </div>
    </>
  );
}

const LOADING = '…';

function Tiles() {
  const { data, isError } = useQuery(recipeValuesQuery);
  const values = data?.data;
  return (
    <ul className="tiles" aria-label="Recipes" aria-busy={!values && !isError}>
      {toTiles(values).map(({ label, count, note, filter }) => (
        <li key={label}>
          <Link href={`${routes.recipes}?${filter}`} className="tile">
            <span className="label">{label}</span>
            <strong>{count === undefined ? (isError ? EMPTY_VALUE : LOADING) : formatCount(count)}</strong>
            <span className="note">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toTiles(values: RecipeValues | undefined) {
  const { states, gaps } = values ?? {};
  return [
    { label: 'Published', count: states?.published, note: 'In the app’s catalog', filter: 'state=published' },
    { label: 'Drafts', count: states?.draft, note: 'Not in the app yet', filter: 'state=draft' },
    { label: 'Incomplete', count: gaps?.any, note: 'Drafts and published ones', filter: 'needs=any' },
    {
      label: 'Deleted',
      count: states?.deleted,
      note: 'Can be restored for 30 days',
      filter: 'state=deleted',
    },
  ];
}

/** Counts the recipes that lack something. Each count leads to its list. */
function Gaps() {
  const query = useQuery(recipeValuesQuery);
  const gaps = query.data?.data.gaps;
  return (
    <QueryCard
      title="Needs work"
      titleId="gaps-title"
      className="card needs-attention"
      query={query}
      failure="The recipes couldn’t be counted."
      rows={gaps && [gaps]}
      empty=""
    >
      {gaps?.any === 0 ? (
        <p className="calm">No recipe is incomplete.</p>
      ) : (
        <dl>
          {recipeGaps.map((gap) => (
            <div key={gap}>
              <dt>
                <Link href={`${routes.recipes}?needs=${gap}`}>{gapLabels[gap]}</Link>
              </dt>
              <dd>{formatCount(gaps?.[gap] ?? null)}</dd>
            </div>
          ))}
        </dl>
      )}
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

const SHOWN_DRAFTS = 5;

const newestDrafts = {
  keyword: '',
  page: 1,
  pageSize: SHOWN_DRAFTS,
  filters: { state: 'draft', sort: 'updated', order: 'desc' },
};

const columns = [...recipeColumns, ...stateColumns].filter(({ title }) =>
  ['Image', 'Title', 'Changed'].includes(title),
);

/** The drafts that were changed last. */
function NewestDrafts() {
  const query = useQuery({ ...recipesPageQuery(newestDrafts), refetchOnMount: true });
  const rows = query.data?.data.recipes;
  return (
    <QueryCard
      title="Drafts, latest change first"
      titleId="drafts-title"
      action={<Link href={`${routes.recipes}?state=draft`}>All drafts</Link>}
      query={query}
      failure="The drafts couldn’t be loaded."
      rows={rows}
      empty="No drafts: every recipe is published."
    >
      <FramedTable
        columns={columns}
        rows={rows ?? null}
        keyOf={({ id }) => id}
        className="records recipes"
        labelledBy="drafts-title"
        skeletonRows={SHOWN_DRAFTS}
        isBusy={query.isFetching}
      />
    </QueryCard>
  );
}
