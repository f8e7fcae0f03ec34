import type { Kysely, Transaction } from 'kysely';
import type { Change } from '#contract/audit.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { StoredRecipe } from '../db/recipe-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { changeTags } from './bulk-tags.ts';
import { getStateColumns, isAsAsked, type StateAction } from './states.ts';

type BulkChange = {
  ids: readonly number[];
  change: BulkAction;
  actor: Actor & { kind: 'administrator' };
};

/** Returns how many recipes changed. Throws 404, and 422 for too many tags, with nothing changed. */
export async function changeRecipesInBulk(
  db: Kysely<Database>,
  { ids, change, actor }: BulkChange,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const recipes = await lockRecipes(transaction, ids, change.action);
    const recipeIds =
      'field' in change
        ? await changeTags(transaction, { recipes, change, savedBy: actor.id }, now)
        : await changeStates(transaction, { recipes, action: change.action }, now);
    if (recipeIds.length === 0) return 0;
    const entry = { action: 'recipes_changed', userId: null, changes: [describe(change)] } as const;
    await writeAuditEntry(transaction, { actor, recipeIds, ...entry }, now);
    return recipeIds.length;
  });
}

/** In the order of the ids, so that two such changes never wait for each other. */
async function lockRecipes(
  transaction: Transaction<Database>,
  ids: readonly number[],
  action: BulkAction['action'],
): Promise<StoredRecipe[]> {
  const recipes = await transaction
    .selectFrom('recipes')
    .where('id', 'in', ids)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = action === 'restore' ? recipes : recipes.filter(({ deleted_at }) => !deleted_at);
  if (found.length < new Set(ids).size) {
    throw new Problem(404, 'At least one of these recipes has been deleted. Nothing was changed.');
  }
  return found;
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
function describe(change: BulkAction): Change {
  if (!('field' in change)) return stateChanges[change.action];
  const { action, field, value } = change;
  return action === 'add' ? { field, from: null, to: value } : { field, from: value, to: null };
}
