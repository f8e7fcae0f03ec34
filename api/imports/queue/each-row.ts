import type { Kysely, Selectable, Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { ImportResult, ImportState } from '#contract/recipes/imports.ts';
import type { ImportRowsTable } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { StoredImport } from '../records.ts';

const rowColumns = [
  'import_id',
  'row',
  'title',
  'content',
  'choice',
  'result',
  'recipe_id',
  'recipe_version',
] as const satisfies readonly (keyof ImportRowsTable)[];

export type StoredRow = Pick<Selectable<ImportRowsTable>, (typeof rowColumns)[number]>;
export type RowChange = Partial<
  Pick<Selectable<ImportRowsTable>, 'result' | 'recipe_id' | 'recipe_version' | 'message'>
>;

type Steps = {
  found: StoredImport;
  /** Ends the work between two rows. */
  signal: AbortSignal;
  /** The work goes on while the import is in this state. */
  state: ImportState;
  results: readonly ImportResult[];
  order: 'asc' | 'desc';
  work: (transaction: Transaction<Database>, row: StoredRow) => Promise<RowChange>;
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
  let current: StoredRow | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      current = await takeRow(transaction, steps);
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

/** A stop of the import waits for the row. */
async function takeRow(transaction: Transaction<Database>, { found: { id }, ...steps }: Steps) {
  const running = await transaction
    .selectFrom('recipe_imports')
    .where('id', '=', id)
    .where('state', '=', steps.state)
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!running) return undefined;
  return transaction
    .selectFrom('import_rows')
    .where('import_id', '=', id)
    .where('result', 'in', steps.results)
    .select(rowColumns)
    .orderBy('row', steps.order)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function storeChange(db: Kysely<Database>, row: StoredRow, change: RowChange): Promise<void> {
  await db
    .updateTable('import_rows')
    .set(change)
    .where('import_id', '=', row.import_id)
    .where('row', '=', row.row)
    .execute();
}

/** Classes 22 and 23 of PostgreSQL's error codes: wrong data, broken constraint. */
function isRefusedValue(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
