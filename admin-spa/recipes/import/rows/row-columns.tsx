import { Link } from 'wouter';
import type { ImportRecord, ImportRow } from '#contract/recipes/imports.ts';
import { recipeAddress } from '../../../routes.ts';
import { EMPTY_VALUE } from '../../../ui/format/format.ts';
import { formatMinutes } from '../../../ui/format/minutes.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { countText } from '../import-texts.ts';
import { ResultBadge } from '../state/StateBadge.tsx';
import { Duplicates } from './Duplicates.tsx';
import { Problems } from './Problems.tsx';

export function rowColumns({ id, state, counts }: ImportRecord): readonly Column<ImportRow>[] {
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
        {place && `, ${place}`}
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
