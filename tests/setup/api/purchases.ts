import { claimJob, releaseJob } from '#api/jobs/lease.ts';
import { type AskServices, askStore, writeAnswer } from '#api/purchases/ask-purchase.ts';
import { createTestLog } from './log.ts';

/** Asks about every purchase that is due, as the worker does. Returns how many. */
export async function askAboutDue(services: Omit<AskServices, 'log'>): Promise<number> {
  const { db, clock } = services;
  for (let asked = 0; ; asked += 1) {
    const claimed = await claimJob(db, 'purchases', { now: clock() });
    if (!claimed) return asked;
    const answer = await askStore({ ...services, log: createTestLog([]) }, claimed.job);
    await db.transaction().execute((transaction) => writeAnswer(transaction, answer, null));
    await releaseJob(db, claimed.lease, { dueAt: null });
  }
}
