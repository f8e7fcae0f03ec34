import type { Transaction } from 'kysely';
import type { Change } from '#contract/audit.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import type { StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { getStateColumns, isAsAsked, type StateAction } from '../states.ts';
import { changeTags } from './tags.ts';

type Bulk = { recipes: readonly StoredRecipe[]; change: BulkAction; savedBy: number };

/** Changes locked recipes, and returns the ids of those that were not as asked. Throws 422 for too many tags. */
export async function applyChange(
  transaction: Transaction<Database>,
  { recipes, change, savedBy }: Bulk,
  now: Date,
): Promise<number[]> {
  return 'field' in change
    ? changeTags(transaction, { recipes, change, savedBy }, now)
    : changeStates(transaction, { recipes, action: change.action }, now);
}

async function changeStates(
  transaction: Transaction<Database>,
  { recipes, action }: { recipes: readonly StoredRecipe[]; action: StateAction },
  now: Date,
): Promise<number[]> {
  const ids = recipes.filter((recipe) => !isAsAsked(recipe, action)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await transaction.updateTable('recipes').set(getStateColumns(action, now)).where('id', 'in', ids).execute();
  return ids;
}

const stateChanges: Readonly<Record<StateAction, Change>> = {
  publish: { field: 'state', from: 'draft', to: 'published' },
  unpublish: { field: 'state', from: 'published', to: 'draft' },
  delete: { field: 'state', from: null, to: 'deleted' },
  restore: { field: 'state', from: 'deleted', to: null },
};

/** One change for all recipes: a tag that was added has no old value, one that was removed no new one. */
export function describeChange(change: BulkAction): Change {
  if (!('field' in change)) return stateChanges[change.action];
  const { action, field, value } = change;
  return action === 'add' ? { field, from: null, to: value } : { field, from: value, to: null };
}
