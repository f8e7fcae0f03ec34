import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';
import type { StoreAnswer } from './store.ts';

const DAY_MS = 86_400_000;
/** Longer than a day, so that the question of each reconciliation joins the one before. */
const JOINED_MS = 1.1 * DAY_MS;
const KEPT_DAYS = 180;

type Question = {
  purchaseId: number;
  /** null: the worker. */
  administratorId: number | null;
  answer: StoreAnswer;
  askedAt: Date;
};

/**
 * What a store was asked and answered, for the timeline. The purchase is locked. A question of the worker with the same
 * answer as the one before joins it, and so do those that couldn’t be checked: months of one state are one row.
 */
export async function recordQuestion(
  transaction: Transaction<Database>,
  { purchaseId, administratorId, answer, askedAt }: Question,
): Promise<void> {
  const raw = rawStateOf(answer);
  if (administratorId === null) {
    const joined = await sql`
      update purchase_questions set asked_at = ${askedAt}, times = times + 1, raw_state = ${raw}
      where id = (
        select id from purchase_questions where purchase_id = ${purchaseId} order by asked_at desc, id desc limit 1)
        and administrator_id is null and answer = ${answer.kind}
        and (answer = 'not_now' or raw_state = ${raw})
        and asked_at between ${new Date(askedAt.getTime() - JOINED_MS)} and ${askedAt}`.execute(transaction);
    if (joined.numAffectedRows === 1n) return;
  }
  await transaction
    .insertInto('purchase_questions')
    .values({
      purchase_id: purchaseId,
      asked_at: askedAt,
      since: askedAt,
      administrator_id: administratorId,
      answer: answer.kind,
      raw_state: raw,
    })
    .execute();
}

function rawStateOf(answer: StoreAnswer): string {
  if (answer.kind === 'not_now') return answer.because;
  return answer.kind === 'purchase' ? answer.purchase.rawState : answer.raw;
}

/** Returns how many have ended. */
export async function dropOldQuestions(db: Db, now: Date): Promise<bigint> {
  const result = await db
    .deleteFrom('purchase_questions')
    .where('asked_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .executeTakeFirst();
  return result.numDeletedRows;
}
