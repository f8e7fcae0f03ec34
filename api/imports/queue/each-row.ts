import type { Kysely, Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { ImportResult, ImportState } from '#contract/recipes/imports.ts';
import type { Database } from '../../db/schema.ts';
import { type JobRow, takeRows } from '../../jobs/background.ts';

export type RowChange = Partial<Pick<JobRow, 'recipe_id' | 'recipe_version' | 'message'>> & {
  result: ImportResult;
};

type Steps = {
  found: { id: number };
  /** Ends the work between two rows. */
  signal: AbortSignal;
  /** The work goes on while the import is in this state. */
  state: ImportState;
  results: readonly ImportResult[];
  order: 'asc' | 'desc';
  work: (transaction: Transaction<Database>, row: JobRow) => Promise<RowChange>;
};

/**
 * Works on the rows one by one, each with its recipe in one transaction, so that a row is in or out whole. A row that
 * the database refuses is marked as failed. Returns false if it was stopped by `signal`.
 */
export async function workOnEachRow(db: Kysely<Database>, steps: Steps): Promise<boolean> {
  while (!steps.signal.aborted) {
    if (!(await workOnNextRow(db, steps))) return true;
  }
  return false;
}

async function workOnNextRow(db: Kysely<Database>, steps: Steps): Promise<boolean> {
  let current: JobRow | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      [current] = await takeRows(transaction, steps.found, { ...steps, limit: 1 });
      if (!current) return false;
      await storeChange(transaction, current, await steps.work(transaction, current));
      return true;
    });
  } catch (error) {
    if (!current || !isRefusedValue(error)) throw error;
    await storeChange(db, current, { result: 'failed', message: 'The database rejected this recipe.' });
    return true;
  }
}

async function storeChange(db: Kysely<Database>, row: JobRow, change: RowChange): Promise<void> {
  await db
    .updateTable('background_job_rows')
    .set(change)
    .where('job_id', '=', row.job_id)
    .where('row', '=', row.row)
    .execute();
}

/** Classes 22 and 23 of PostgreSQL's error codes: wrong data, broken constraint. */
function isRefusedValue(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
