import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/call.ts';
import type { Recipe } from '#contract/recipes/records.ts';
import { listRecipeVersions, type RecipeVersion } from '#contract/recipes/versions.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { formFields } from '../editor/state/recipe-form.ts';
import { fieldLabels } from '../field-labels.ts';
import { recipesKey } from '../queries.ts';
import { VersionComparison } from './VersionComparison.tsx';

const TITLE = 'versions-title';

type Props = { recipe: Recipe; recipeId: string; version: number | null };

export function Versions({ recipe, recipeId, version }: Props) {
  const [shown, setShown] = useState<number | null>(null);
  const query = useQuery(recipeVersionsQuery(recipeId));
  const { data, isFetching } = query;

  function close() {
    document.getElementById(buttonId(shown))?.focus();
    setShown(null);
  }

  return (
    <QueryCard
      title="Versions"
      titleId={TITLE}
      className="card versions no-print"
      query={query}
      failure="The versions couldn’t be loaded."
      rows={data?.data}
      empty="No versions."
    >
      <FramedTable
        columns={columnsOf({
          current: version,
          shown,
          toggle: (pressed) => setShown(pressed === shown ? null : pressed),
        })}
        rows={data?.data ?? null}
        keyOf={(row) => row.version}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={3}
        isBusy={isFetching}
      />
      {data && data.total > data.data.length && (
        <p className="muted">{`The newest ${data.data.length} of ${data.total} versions.`}</p>
      )}
      {shown !== null && (
        <VersionComparison
          key={shown}
          recipe={recipe}
          recipeId={recipeId}
          current={version}
          shown={shown}
          onClose={close}
        />
      )}
    </QueryCard>
  );
}

type Shown = { current: number | null; shown: number | null; toggle: (version: number) => void };

function columnsOf({ current, shown, toggle }: Shown): readonly Column<RecipeVersion>[] {
  return [
    { title: 'Version', isRowHeader: true, cell: ({ version }) => version },
    { title: 'When', kind: 'date', cell: ({ at }) => <When at={at} hasTime /> },
    { title: 'Who', kind: 'address', cell: ({ by }) => (by ? <bdi>{by}</bdi> : EMPTY_VALUE) },
    { title: 'What', cell: ({ kind }) => kindLabels[kind] },
    { title: 'Changed', cell: ({ fields }) => fields.map(fieldLabel).join(', ') || EMPTY_VALUE },
    {
      title: 'Content',
      kind: 'actions',
      cell: ({ version }) =>
        version === current ? (
          <span className="muted">Shown above</span>
        ) : (
          <button
            id={buttonId(version)}
            type="button"
            className="secondary"
            aria-expanded={version === shown}
            onClick={() => toggle(version)}
          >
            <span>{version === shown ? 'Hide' : 'Show'}</span>{' '}
            <span className="visually-hidden">{`version ${version}`}</span>
          </button>
        ),
    },
  ];
}

function buttonId(version: number | null): string {
  return `show-version-${version}`;
}

const kindLabels: Readonly<Record<RecipeVersion['kind'], string>> = {
  created: 'Created',
  saved: 'Saved',
  reverted: 'Reverted',
  changed_in_bulk: 'Changed with others',
  imported: 'Imported',
};

/** Unknown fields are named as sent. */
function fieldLabel(name: string): string {
  const field = formFields.find((known) => known === name);
  return field ? fieldLabels[field] : name;
}

function recipeVersionsQuery(recipeId: string) {
  return queryOptions({
    queryKey: [...recipesKey, 'versions', recipeId],
    queryFn: ({ signal }) => call(listRecipeVersions, { parameters: { recipeId }, signal }),
  });
}
