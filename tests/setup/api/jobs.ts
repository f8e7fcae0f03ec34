import { expect, onTestFinished } from 'vitest';
import type { Db } from '#api/db/schema.ts';

/**
 * Locks the rows of a background job after this one: its work gets no further, and can't end, until the returned function
 * is called or the test has ended.
 */
export async function holdRowsAfter(db: Db, jobId: number, row: number): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute();
  const release = async () => {
    if (!transaction.isRolledBack) await transaction.rollback().execute();
  };
  onTestFinished(release);
  const held = await transaction
    .selectFrom('background_job_rows')
    .where('job_id', '=', jobId)
    .where('row', '>', row)
    .select('row')
    .forUpdate()
    .execute();
  expect(held.length).toBeGreaterThan(0);
  return release;
}
