import type { Transaction } from 'kysely';
import type { BulkAction } from '#contract/recipes/list.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import { recipeColumns, type StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database, Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { recordDoneJob } from '../../jobs/background.ts';
import { applyChange, describeChange } from './apply-change.ts';
import { recipeChange } from './background.ts';

type BulkChange = {
  ids: readonly number[];
  change: BulkAction;
  actor: Actor & { kind: 'administrator' };
};

/** Returns how many recipes changed. Throws 404, and 422 for too many tags, with nothing changed. */
export async function changeRecipesInBulk(
  db: Db,
  { ids, change, actor }: BulkChange,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const recipes = await lockRecipes(transaction, ids, change.action);
    const recipeIds = await applyChange(transaction, { recipes, change, savedBy: actor.id }, now);
    const results = new Map(
      recipes.map(({ id }) => [id, recipeIds.includes(id) ? ('changed' as const) : ('unchanged' as const)]),
    );
    await recordDoneJob(transaction, { kind: recipeChange, details: { change }, actor, results }, now);
    if (recipeIds.length === 0) return 0;
    const entry = { action: 'recipes_changed', userId: null, changes: [describeChange(change)] } as const;
    await writeAuditEntry(transaction, { actor, recipeIds, ...entry }, now);
    return recipeIds.length;
  });
}

/** Locks the recipes in the order of their ids, so that two such changes never wait for each other. */
async function lockRecipes(
  transaction: Transaction<Database>,
  ids: readonly number[],
  action: BulkAction['action'],
): Promise<StoredRecipe[]> {
  const recipes = await transaction
    .selectFrom('recipes')
    .where('id', 'in', ids)
    .select(recipeColumns)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = action === 'restore' ? recipes : recipes.filter(({ deleted_at }) => !deleted_at);
  if (found.length < new Set(ids).size) {
    throw new Problem(404, 'One or more of these recipes have been deleted. Nothing was changed.');
  }
  return found;
}
