import type { Transaction } from 'kysely';
import type { BulkAction } from '#contract/recipes/list.ts';
import { writeAuditEntry } from '../../audit/write.ts';
import { recipeColumns, type StoredRecipe } from '../../db/recipe-tables.ts';
import type { Database, Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { type BackgroundJob, createBackgroundQueue, endJob, takeRows } from '../../jobs/background.ts';
import type { JobQueue, WorkerServices } from '../../jobs/worker.ts';
import { applyChange, describeChange } from './apply-change.ts';
import { recipeChange } from './background.ts';

type Job = BackgroundJob<'recipe_change'>;

/** One transaction changes so many. */
const BATCH_RECIPES = 50;

/** Changes of many recipes. The rows of what is done stay, so a restart goes on. */
export function createBulkQueue({ db, clock }: WorkerServices): JobQueue<'background_jobs'> {
  return createBackgroundQueue(recipeChange, {
    recordPartialWork: (job) => finish(db, job, clock()),
    work: async (job, signal) => {
      for (;;) {
        if (signal.aborted) return 'stopped';
        if (!(await changeBatch(db, job, clock()))) break;
      }
      if (await hasRowsLeft(db, job)) return 'stopped';
      await finish(db, job, clock());
      return 'done';
    },
  });
}

/** Recipes that cannot be changed together are changed one by one. Returns false after the last one. */
async function changeBatch(db: Db, job: Job, now: Date): Promise<boolean> {
  try {
    return await changeNext(db, { job, limit: BATCH_RECIPES }, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  for (let left = BATCH_RECIPES; left > 0; left -= 1) {
    if (!(await changeOne(db, job, now))) return false;
  }
  return true;
}

async function changeOne(db: Db, job: Job, now: Date): Promise<boolean> {
  try {
    return await changeNext(db, { job, limit: 1 }, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message } = error;
    return db.transaction().execute(async (transaction) => {
      const rows = await takePending(transaction, job, 1);
      await storeResults(transaction, { job, rows, result: 'failed', message });
      return true;
    });
  }
}

async function changeNext(db: Db, { job, limit }: { job: Job; limit: number }, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const rows = await takePending(transaction, job, limit);
    if (rows.length === 0) return false;
    const { change } = job.details;
    const recipes = await lockRecipes(transaction, rows, change);
    const present = new Set(recipes.map(({ id }) => id));
    const changed = new Set(
      await applyChange(transaction, { recipes, change, savedBy: job.started_by }, now),
    );
    const rowsOf = (isOne: (recipeId: number) => boolean) => rows.filter(({ recipe_id }) => isOne(recipe_id));
    const unchanged = rowsOf((id) => present.has(id) && !changed.has(id));
    const missing = rowsOf((id) => !present.has(id));
    const message = 'It has been deleted.';
    await storeResults(transaction, { job, rows: rowsOf((id) => changed.has(id)), result: 'changed' });
    await storeResults(transaction, { job, rows: unchanged, result: 'unchanged' });
    await storeResults(transaction, { job, rows: missing, result: 'failed', message });
    return true;
  });
}

type Row = { row: number; recipe_id: number };

/** A stop waits for the transaction. */
async function takePending(transaction: Transaction<Database>, job: Job, limit: number): Promise<Row[]> {
  const asked = { state: 'running', results: ['pending'], order: 'asc', limit } as const;
  const rows = await takeRows(transaction, job, asked);
  return rows.flatMap(({ row, recipe_id }) => (recipe_id === null ? [] : [{ row, recipe_id }]));
}

async function lockRecipes(
  transaction: Transaction<Database>,
  rows: readonly Row[],
  { action }: BulkAction,
): Promise<StoredRecipe[]> {
  const recipes = await transaction
    .selectFrom('recipes')
    .where(
      'id',
      'in',
      rows.map(({ recipe_id }) => recipe_id),
    )
    .select(recipeColumns)
    .orderBy('id')
    .forUpdate()
    .execute();
  return action === 'restore' ? recipes : recipes.filter(({ deleted_at }) => deleted_at === null);
}

type Results = {
  job: Job;
  rows: readonly Row[];
  result: 'changed' | 'unchanged' | 'failed';
  message?: string;
};

async function storeResults(
  transaction: Transaction<Database>,
  { job, rows, result, message }: Results,
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .updateTable('background_job_rows')
    .set({ result, message: message ?? null })
    .where('job_id', '=', job.id)
    .where(
      'row',
      'in',
      rows.map(({ row }) => row),
    )
    .execute();
}

/** A server that has lost the job may hold some for a moment. */
async function hasRowsLeft(db: Db, { id }: Job): Promise<boolean> {
  const row = await db
    .selectFrom('background_job_rows')
    .innerJoin('background_jobs', 'background_jobs.id', 'job_id')
    .where('job_id', '=', id)
    .where('background_jobs.state', '=', 'running')
    .where('result', '=', 'pending')
    .select('row')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One audit entry with all recipes, once: also after a stop and after a restart. */
async function finish(db: Db, job: Job, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await endJob(transaction, job, now))) return;
    const changed = await transaction
      .selectFrom('background_job_rows')
      .where('job_id', '=', job.id)
      .where('result', '=', 'changed')
      .select(({ ref }) => ref('recipe_id').$notNull().as('recipe_id'))
      .orderBy('recipe_id')
      .execute();
    if (changed.length === 0) return;
    const actor = { kind: 'administrator', id: job.started_by, requestId: job.request_id } as const;
    const recipeIds = changed.map(({ recipe_id }) => recipe_id);
    const entry = {
      action: 'recipes_changed',
      userId: null,
      changes: [describeChange(job.details.change)],
    } as const;
    await writeAuditEntry(transaction, { actor, recipeIds, ...entry }, now);
  });
}
