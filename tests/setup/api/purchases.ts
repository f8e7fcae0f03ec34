import { sql } from 'kysely';
import type { Db } from '#api/db/schema.ts';
import { claimJob, releaseJob } from '#api/jobs/lease.ts';
import { type AskServices, askStore, writeAnswer } from '#api/purchases/ask-purchase.ts';
import { createTestLog } from './log.ts';

const RETRY_MS = 60_000;

/** Asks about every purchase that is due, as the worker does. Returns how many. */
export async function askAboutDue(services: Omit<AskServices, 'log'>): Promise<number> {
  const { db, clock } = services;
  for (let asked = 0; ; asked += 1) {
    const claimed = await claimJob(db, 'purchases', { now: clock() });
    if (!claimed) return asked;
    const answer = await askStore({ ...services, log: createTestLog([]) }, claimed.job);
    await db.transaction().execute((transaction) => writeAnswer(transaction, answer, null));
    const isFailed = answer.answer.kind === 'not_now';
    const dueAt = isFailed ? new Date(clock().getTime() + RETRY_MS) : null;
    await releaseJob(db, claimed.lease, { dueAt });
  }
}

/** Users with another status or product than those of their newest subscription. */
export async function findWrongStatuses(db: Db): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users left join lateral (
      select status, product_id from subscriptions where user_id = users.id order by start_date desc, id desc limit 1
    ) as newest on true
    where subscription_status <> coalesce(newest.status, 'none')
      or subscription_product is distinct from newest.product_id`.execute(db);
  return rows;
}
