import { expect, onTestFinished } from 'vitest';
import type { Db } from '#api/db/schema.ts';

type Rows = (db: Db) => { forUpdate(): { execute(): Promise<unknown[]> } };

/** Locks rows, so that nothing else can write them until the returned function is called or the test has ended. */
export async function holdRows(db: Db, rows: Rows): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute();
  const release = async () => {
    if (!transaction.isRolledBack) await transaction.rollback().execute();
  };
  onTestFinished(release);
  expect((await rows(transaction).forUpdate().execute()).length).toBeGreaterThan(0);
  return release;
}

/** The work of a background job gets no further than `row`, and can't end, until the rows are released. */
export function holdRowsAfter(db: Db, jobId: number, row: number): Promise<() => Promise<void>> {
  return holdRows(db, (held) =>
    held.selectFrom('background_job_rows').where('job_id', '=', jobId).where('row', '>', row).select('row'),
  );
}
