import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { deletion } from '#brand/deletion.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { removeSecondFactor } from '../auth/second-factor.ts';
import type { Database, Db } from '../db/schema.ts';
import { isAddress } from '../db/user-by-email.ts';
import { erasePurchases } from '../purchases/erased-keys.ts';
import { deletionNote, getUserReplacements, paymentRecords } from './retention.ts';

const DAY_MS = 86_400_000;
/** Two days less than promised: a server that was down must still keep the promise. */
const ERASE_AFTER_MS = (deletion.withinDays - 2) * DAY_MS;

/** A reserved domain, which receives no mail (RFC 2606). */
const ERASED_DOMAIN = 'deleted.invalid';

/** When a confirmed deletion is due. The next round of housekeeping erases the account. */
export function dueAt(confirmedAt: Date): Date {
  return new Date(confirmedAt.getTime() + ERASE_AFTER_MS);
}

/** Returns how many accounts were erased. A failure is logged with the user id only, and stops no other erasure. */
export async function eraseDueAccounts(db: Db, now: Date, log: Logger): Promise<number> {
  const due = await db
    .selectFrom('account_deletions')
    .where('erased_at', 'is', null)
    .where('confirmed_at', '<=', new Date(now.getTime() - ERASE_AFTER_MS))
    .select('user_id')
    .orderBy('confirmed_at')
    .execute();
  let erased = 0;
  for (const { user_id: userId } of due) {
    try {
      if (await db.transaction().execute((transaction) => claimAndErase(transaction, userId, now)))
        erased += 1;
    } catch (error) {
      log.error({ err: error, userId }, 'An account could not be erased; the next round tries again.');
    }
  }
  await db.transaction().execute((transaction) => purgeExpiredRecords(transaction, now));
  return erased;
}

/** Returns false if another server erases the account or has erased it, and if the deletion has been stopped. */
async function claimAndErase(
  transaction: Transaction<Database>,
  userId: number,
  now: Date,
): Promise<boolean> {
  const due = await transaction
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    // Stopped, and requested again meanwhile, it is not due.
    .where('confirmed_at', '<=', new Date(now.getTime() - ERASE_AFTER_MS))
    .select('user_id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (due) await erase(transaction, userId, now);
  return due !== undefined;
}

/** What is kept is listed in `retention.ts`. */
async function erase(transaction: Transaction<Database>, userId: number, now: Date): Promise<void> {
  const { email } = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('mails').where(isAddress('address', email)).execute();
  await transaction.deleteFrom('user_notes').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('courtesy_accesses').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await removeSecondFactor(transaction, userId);
  await transaction.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  // A retry of many payments that has not ended holds the note, which may name the customer.
  await sql`
    update background_jobs set details = jsonb_set(details, '{notes}', '""', false)
    where id in (select job_id from background_job_rows join failed_payments on failed_payments.id = payment_id
      where user_id = ${userId})`.execute(transaction);
  // The purchase token identifies the customer in the store.
  await transaction.deleteFrom('failed_payments').where('user_id', '=', userId).execute();
  await erasePurchases(transaction, userId, now);
  await transaction
    .updateTable('users')
    .set({
      ...getUserReplacements(),
      store_account_token: randomUUID(),
      // Random, because another account could take a predictable address.
      email: `${randomBytes(8).toString('hex')}@${ERASED_DOMAIN}`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await transaction
    .updateTable('account_deletions')
    .set({ reason: null, status_before: null, erased_at: now })
    .where('user_id', '=', userId)
    .execute();
  await sql`select erase_audit_values(${userId})`.execute(transaction);
  const job = { kind: 'housekeeping', requestId: null } as const;
  await writeAuditEntry(transaction, { actor: job, action: 'account_erased', userId }, now);
}

async function purgeExpiredRecords(transaction: Transaction<Database>, now: Date): Promise<void> {
  await transaction
    .deleteFrom('account_deletions')
    .where('erased_at', '<', new Date(now.getTime() - deletionNote.days * DAY_MS))
    .execute();
  const oldest = new Date(now.getTime() - paymentRecords.days * DAY_MS);
  // Any user may have an address at this domain, so the domain alone is no proof.
  const isErased = sql`users.email like ${`%@${ERASED_DOMAIN}`} and users.status = 'deleted'
    and not exists (select from account_deletions where user_id = users.id and erased_at is null)`;
  await sql`
    delete from charges using subscriptions, users
    where charges.subscription_id = subscriptions.id and subscriptions.user_id = users.id
      and ${isErased} and charged_at < ${oldest}`.execute(transaction);
  await sql`
    delete from refund_requests where asked_at < ${oldest} and not exists (
      select from charges
      where charges.platform = refund_requests.platform and charges.order_id = refund_requests.order_id
    )`.execute(transaction);
  await sql`
    delete from users where ${isErased}
      and not exists (select from account_deletions where user_id = users.id)
      and not exists (
        select from charges join subscriptions on subscriptions.id = subscription_id where user_id = users.id
      )`.execute(transaction);
}
