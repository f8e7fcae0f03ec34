import type { BulkChange } from '#contract/recipes/bulk.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { countText } from './count-text.ts';

const fields = {
  meal_types: 'meal type',
  feature_tags: 'feature tag',
  promotional_tags: 'promotional tag',
} as const;

const actions = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',
  restore: 'Restore',
} as const;

/** As in "Add meal type “Dinner”: 250 recipes". */
export function changeTitle({ change, counts }: BulkChange): string {
  return `${actionText(change)}: ${countText(counts.recipes)}`;
}

function actionText(change: BulkAction): string {
  if (!('field' in change)) return actions[change.action];
  return `${change.action === 'add' ? 'Add' : 'Remove'} ${fields[change.field]} “${change.value}”`;
}

export function resultText({ state, counts }: BulkChange): string {
  const { changed, unchanged, failed, pending } = counts;
  const parts = [
    `${formatCount(changed)} changed`,
    unchanged > 0 ? `${formatCount(unchanged)} were already like that` : '',
    failed > 0 ? `${formatCount(failed)} failed` : '',
    pending > 0 ? `${formatCount(pending)} not done` : '',
  ];
  const head = { running: 'Running', stopped: 'Stopped', done: 'Done', failed: 'Failed' }[state];
  return `${head}: ${parts.filter(Boolean).join(', ')}.`;
}
