import { type Kysely, sql } from 'kysely';
import { type Actor, writeAuditEntry } from '../../../audit/write.ts';
import { hashToken } from '../../../auth/tokens.ts';
import type { Database } from '../../../db/schema.ts';
import { Problem } from '../../../http/problem.ts';

/** When the user has refused reminders; null if not. Throws 404. */
export async function readRefusal(db: Kysely<Database>, userId: number): Promise<Date | null> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('reminders_refused_at')
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  return user.reminders_refused_at;
}

type Choice = { userId: number; isRefused: boolean; actor: Actor };

/** A refusal that stands keeps its time. Throws 404, and 409 for a deleted account. */
export async function setRefusal(
  db: Kysely<Database>,
  { userId, isRefused, actor }: Choice,
  now: Date,
): Promise<Date | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['status', 'reminders_refused_at'])
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    if (user.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
    if (isRefused === (user.reminders_refused_at !== null)) return user.reminders_refused_at;
    const refusedAt = isRefused ? now : null;
    await transaction
      .updateTable('users')
      .set({ reminders_refused_at: refusedAt })
      .where('id', '=', userId)
      .execute();
    const action = isRefused ? 'reminders_refused' : 'reminders_allowed';
    await writeAuditEntry(transaction, { actor, action, userId }, now);
    return refusedAt;
  });
}

/** By the token of a reminder. False for an unknown one. */
export async function refuseByToken(
  db: Kysely<Database>,
  { token, requestId }: { token: string; requestId: string | null },
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('payment_reminders')
    .innerJoin('failed_payments', 'failed_payments.id', 'payment_id')
    .where(sql<boolean>`refusal_hashes @> array[${hashToken(token)}::bytea]`)
    .select('failed_payments.user_id')
    .executeTakeFirst();
  if (!found) return false;
  await setRefusal(db, { userId: found.user_id, isRefused: true, actor: { kind: 'owner', requestId } }, now);
  return true;
}
