import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { can } from '#client/capabilities.ts';
import type { BulkChange, BulkRow } from '#contract/recipes/bulk.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { recipeAddress, routes } from '../../../routes.ts';
import {
  BackgroundWork,
  type ResultNumber,
  ResultsTable,
  type Work,
} from '../../../ui/background/BackgroundWork.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { recipesKey } from '../../queries.ts';
import { countText } from '../count-text.ts';
import { bulkChangesQuery, bulkRowsQuery, stopBulkChangeMutation } from './queries.ts';

/** Shows the background changes of every administrator: what runs, and what ended in the last day. */
export function BulkChanges() {
  const client = useQueryClient();
  const query = useQuery(bulkChangesQuery);
  const changes = query.data?.data;
  return (
    <BackgroundWork
      name="recipe changes"
      query={query}
      works={useMemo(() => changes?.map(toWork), [changes])}
      failure="The background changes couldn’t be loaded."
      endedTitle="Changes of the last day"
      stop={stopBulkChangeMutation(client)}
      onEnd={() => void client.invalidateQueries({ queryKey: recipesKey })}
      Results={Results}
    />
  );
}

function toWork(change: BulkChange): Work {
  const { id, state, startedAt, startedBy, counts } = change;
  return {
    ...{ id, startedAt, startedBy, isRunning: state === 'running' },
    ...{ title: changeTitle(change), result: resultText(change), numbers: resultNumbers(change) },
    ...{ total: counts.recipes, pending: counts.pending },
  };
}

const labels = {
  pending: 'Not done',
  changed: 'Changed',
  unchanged: 'Already like that',
  failed: 'Failed',
} as const;

const tones: Readonly<Record<BulkRow['result'], ResultNumber['tone']>> = {
  pending: 'waiting',
  changed: 'good',
  unchanged: 'quiet',
  failed: 'bad',
};

const columns: readonly Column<BulkRow>[] = [
  {
    title: 'Recipe',
    isRowHeader: true,
    cell: ({ recipeId, title }) => (
      <Link href={recipeAddress(recipeId)}>
        <bdi>{title || `Recipe ${recipeId}`}</bdi>
      </Link>
    ),
  },
  {
    title: 'Result',
    cell: ({ result, message }) => (
      <div>
        <span className="badge" data-tone={tones[result]}>
          {labels[result]}
        </span>
        <span>{message && ` ${message}`}</span>
      </div>
    ),
  },
];

/** Shows a result for each recipe, failed ones first. */
function Results({ id, label }: { id: number; label: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...bulkRowsQuery(id, page), placeholderData: keepPreviousData });
  return (
    <ResultsTable
      columns={columns}
      keyOf={({ recipeId }) => recipeId}
      label={label}
      query={query}
      page={page}
      setPage={setPage}
    />
  );
}

const fieldNames = {
  meal_types: 'meal type',
  feature_tags: 'feature tag',
  promotional_tags: 'promotional tag',
} as const;

const actionNames = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',
  restore: 'Restore',
} as const;

/** Returns, for instance, "Add meal type “Dinner”: 250 recipes". */
function changeTitle({ change, counts }: BulkChange): string {
  return `${actionText(change)}: ${countText(counts.recipes)}`;
}

function actionText(change: BulkAction): string {
  if (!('field' in change)) return actionNames[change.action];
  return `${change.action === 'add' ? 'Add' : 'Remove'} ${fieldNames[change.field]} “${change.value}”`;
}

const parts = [
  ['changed', 'changed'],
  ['unchanged', 'were already like that'],
  ['failed', 'failed'],
  ['pending', 'not done'],
] as const;

function partsOf(counts: BulkChange['counts']) {
  return parts.filter(([result]) => counts[result] > 0 || result === 'changed');
}

function resultText({ state, counts }: BulkChange): string {
  const head = { running: 'Running', stopped: 'Stopped', done: 'Done', failed: 'Failed' }[state];
  const numbers = partsOf(counts).map(([result, words]) => `${formatCount(counts[result])} ${words}`);
  return `${head}: ${numbers.join(', ')}.`;
}

/** The numbers of a change, each with its list. Deleted recipes can be restored there. */
function resultNumbers({ id, change, counts }: BulkChange): readonly ResultNumber[] {
  const state = change.action === 'delete' ? { state: 'deleted' } : {};
  return partsOf(counts).map(([outcome, words]) => {
    const filters = { ...(outcome === 'changed' ? state : {}), change: String(id), outcome };
    return {
      text: `${formatCount(counts[outcome])} ${words.replace('were ', '')}`,
      tone: tones[outcome],
      address: can('recipes:filter') ? `${routes.recipes}?${new URLSearchParams(filters)}` : null,
    };
  });
}
