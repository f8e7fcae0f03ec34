import type { Kysely, Selectable, Transaction } from 'kysely';
import { writeAuditEntry } from '../../audit/write.ts';
import { type RecipeChangesTable, recipeColumns, type StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { type JobQueue, QUICK_BACKOFF_MS, type WorkerServices } from '../../jobs/worker.ts';
import { applyChange, describeChange } from './apply-change.ts';

type StoredChange = Selectable<RecipeChangesTable>;

/** In one transaction. */
const BATCH_RECIPES = 50;

/** Changes of many recipes. The rows of what is done stay, so a restart goes on. */
export function createBulkQueue({ db, clock }: WorkerServices): JobQueue<'recipe_changes'> {
  return {
    table: 'recipe_changes',
    isKept: true,
    backoffMs: QUICK_BACKOFF_MS,
    describe: ({ id }) => ({ changeId: id }),
    recordPartialWork: (change) => finish(db, change, clock()),
    work: async (change, signal) => {
      for (;;) {
        if (signal.aborted) return 'stopped';
        if (!(await changeBatch(db, change, clock()))) break;
      }
      if (await hasRowsLeft(db, change)) return 'stopped';
      await finish(db, change, clock());
      return 'done';
    },
  };
}

/** Recipes that cannot be changed together are changed one by one. Returns false after the last one. */
async function changeBatch(db: Kysely<Database>, change: StoredChange, now: Date): Promise<boolean> {
  try {
    return await changeNext(db, { change, limit: BATCH_RECIPES }, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  for (let left = BATCH_RECIPES; left > 0; left -= 1) {
    if (!(await changeOne(db, change, now))) return false;
  }
  return true;
}

async function changeOne(db: Kysely<Database>, change: StoredChange, now: Date): Promise<boolean> {
  try {
    return await changeNext(db, { change, limit: 1 }, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message } = error;
    return db.transaction().execute(async (transaction) => {
      const recipeIds = await takeRows(transaction, change, 1);
      await storeResults(transaction, { change, recipeIds, result: 'failed', message });
      return true;
    });
  }
}

async function changeNext(
  db: Kysely<Database>,
  { change, limit }: { change: StoredChange; limit: number },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const recipeIds = await takeRows(transaction, change, limit);
    if (recipeIds.length === 0) return false;
    const recipes = await lockRecipes(transaction, recipeIds, change);
    const present = recipes.map(({ id }) => id);
    const action = { recipes, change: change.change, savedBy: change.started_by };
    const changed = await applyChange(transaction, action, now);
    const without = (ids: readonly number[], others: readonly number[]) =>
      ids.filter((id) => !others.includes(id));
    await storeResults(transaction, { change, recipeIds: changed, result: 'changed' });
    await storeResults(transaction, { change, recipeIds: without(present, changed), result: 'unchanged' });
    const missing = without(recipeIds, present);
    const message = 'It has been deleted.';
    await storeResults(transaction, { change, recipeIds: missing, result: 'failed', message });
    return true;
  });
}

/** A stop waits for the transaction. */
async function takeRows(
  transaction: Transaction<Database>,
  { id }: StoredChange,
  limit: number,
): Promise<number[]> {
  const running = await transaction
    .selectFrom('recipe_changes')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!running) return [];
  const rows = await transaction
    .selectFrom('recipe_change_rows')
    .where('change_id', '=', id)
    .where('result', '=', 'pending')
    .select('recipe_id')
    .orderBy('recipe_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ recipe_id }) => recipe_id);
}

async function lockRecipes(
  transaction: Transaction<Database>,
  recipeIds: readonly number[],
  { change }: StoredChange,
): Promise<StoredRecipe[]> {
  const recipes = await transaction
    .selectFrom('recipes')
    .where('id', 'in', recipeIds)
    .select(recipeColumns)
    .orderBy('id')
    .forUpdate()
    .execute();
  return change.action === 'restore' ? recipes : recipes.filter(({ deleted_at }) => deleted_at === null);
}

type Results = {
  change: StoredChange;
  recipeIds: readonly number[];
  result: 'changed' | 'unchanged' | 'failed';
  message?: string;
};

async function storeResults(
  transaction: Transaction<Database>,
  { change, recipeIds, result, message }: Results,
): Promise<void> {
  if (recipeIds.length === 0) return;
  await transaction
    .updateTable('recipe_change_rows')
    .set({ result, message: message ?? null })
    .where('change_id', '=', change.id)
    .where('recipe_id', 'in', recipeIds)
    .execute();
}

/** A server that has lost the job may hold some for a moment. */
async function hasRowsLeft(db: Kysely<Database>, { id }: StoredChange): Promise<boolean> {
  const row = await db
    .selectFrom('recipe_change_rows')
    .innerJoin('recipe_changes', 'recipe_changes.id', 'change_id')
    .where('change_id', '=', id)
    .where('recipe_changes.state', '=', 'running')
    .where('result', '=', 'pending')
    .select('recipe_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One audit entry with all recipes, once: also after a stop and after a restart. */
async function finish(db: Kysely<Database>, { id }: StoredChange, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('recipe_changes')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .select(['state', 'change', 'started_by', 'request_id'])
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    const state = found.state === 'stopped' ? 'stopped' : 'done';
    await transaction
      .updateTable('recipe_changes')
      .set({ state, finished_at: now })
      .where('id', '=', id)
      .execute();
    const changed = await transaction
      .selectFrom('recipe_change_rows')
      .where('change_id', '=', id)
      .where('result', '=', 'changed')
      .select('recipe_id')
      .orderBy('recipe_id')
      .execute();
    if (changed.length === 0) return;
    const actor = { kind: 'administrator', id: found.started_by, requestId: found.request_id } as const;
    const recipeIds = changed.map(({ recipe_id }) => recipe_id);
    const entry = {
      action: 'recipes_changed',
      userId: null,
      changes: [describeChange(found.change)],
    } as const;
    await writeAuditEntry(transaction, { actor, recipeIds, ...entry }, now);
  });
}
