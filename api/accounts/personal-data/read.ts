import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { Db } from '../../db/schema.ts';
import { isAddress } from '../../db/user-by-email.ts';
import { Problem } from '../../http/problem.ts';
import { type PersonalTable, personalColumns } from './columns.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows by table; a table without rows has an empty list. */
export type PersonalData = Readonly<Record<PersonalTable, readonly Row[]>>;

/** Reads in one snapshot, and writes the audit entry. Throws 404, and 409 for an erased account. */
export async function readPersonalData(
  db: Db,
  { userId, actor }: { userId: number; actor: Actor },
  now: Date,
): Promise<PersonalData> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await ensureHeld(transaction, userId);
      const data = await readTables(transaction, userId);
      await writeAuditEntry(transaction, { actor, action: 'personal_data_exported', userId }, now);
      return data;
    });
}

async function ensureHeld(db: Db, userId: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .leftJoin('account_deletions', 'user_id', 'users.id')
    .where('users.id', '=', userId)
    .select('erased_at')
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  if (user.erased_at) throw new Problem(409, 'This user’s personal data has been erased.');
}

async function readTables(db: Db, userId: number): Promise<PersonalData> {
  const subscriptions = db.selectFrom('subscriptions').where('user_id', '=', userId).select('id');
  const payments = db.selectFrom('failed_payments').where('user_id', '=', userId).select('id');
  const purchases = db.selectFrom('purchases').where('user_id', '=', userId).select('id');
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(personalColumns.users)
    .executeTakeFirstOrThrow();
  return {
    users: [user],
    subscriptions: await db
      .selectFrom('subscriptions')
      .where('user_id', '=', userId)
      .select(personalColumns.subscriptions)
      .orderBy('id')
      .execute(),
    charges: await db
      .selectFrom('charges')
      .where('subscription_id', 'in', subscriptions)
      .select(personalColumns.charges)
      .orderBy('charged_at')
      .execute(),
    failed_payments: await db
      .selectFrom('failed_payments')
      .where('user_id', '=', userId)
      .select(personalColumns.failed_payments)
      .orderBy('id')
      .execute(),
    payment_reminders: await db
      .selectFrom('payment_reminders')
      .where('payment_id', 'in', payments)
      .select(personalColumns.payment_reminders)
      .orderBy('queued_at')
      .execute(),
    payment_checks: await db
      .selectFrom('payment_checks')
      .where('payment_id', 'in', payments)
      .select(personalColumns.payment_checks)
      .orderBy('started_at')
      .execute(),
    background_job_rows: await db
      .selectFrom('background_job_rows')
      .where('payment_id', 'in', payments)
      .select(personalColumns.background_job_rows)
      .orderBy('job_id')
      .orderBy('payment_id')
      .execute(),
    purchases: await db
      .selectFrom('purchases')
      .where('user_id', '=', userId)
      .select(personalColumns.purchases)
      .orderBy('id')
      .execute(),
    purchase_questions: await db
      .selectFrom('purchase_questions')
      .where('purchase_id', 'in', purchases)
      .select(personalColumns.purchase_questions)
      .orderBy('asked_at')
      .execute(),
    store_notifications: await db
      .selectFrom('store_notifications')
      .where('purchase_id', 'in', purchases)
      .select(personalColumns.store_notifications)
      .orderBy('received_at')
      .execute(),
    store_acts: await db
      .selectFrom('store_acts')
      .where('purchase_id', 'in', purchases)
      .select(personalColumns.store_acts)
      .orderBy('started_at')
      .execute(),
    refund_requests: await db
      .selectFrom('refund_requests')
      .leftJoin('charges', (join) =>
        join
          .onRef('charges.platform', '=', 'refund_requests.platform')
          .onRef('charges.order_id', '=', 'refund_requests.order_id'),
      )
      .where(({ or, eb }) =>
        or([
          eb('charges.subscription_id', 'in', subscriptions),
          eb('refund_requests.purchase_id', 'in', purchases),
          eb('refund_requests.account_token', '=', user.store_account_token),
        ]),
      )
      .select(personalColumns.refund_requests.map((column) => `refund_requests.${column}` as const))
      .orderBy('refund_requests.asked_at')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .select(personalColumns.sessions)
      .orderBy('created_at')
      .execute(),
    totp_secrets: await db
      .selectFrom('totp_secrets')
      .where('user_id', '=', userId)
      .select(personalColumns.totp_secrets)
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .where('user_id', '=', userId)
      .select(personalColumns.passkeys)
      .orderBy('id')
      .execute(),
    recovery_codes: await db
      .selectFrom('recovery_codes')
      .where('user_id', '=', userId)
      .select(personalColumns.recovery_codes)
      .orderBy('used_at')
      .execute(),
    mails: await db
      .selectFrom('mails')
      .where(isAddress('address', user.email))
      .select(personalColumns.mails)
      .orderBy('created_at')
      .execute(),
    account_deletions: await db
      .selectFrom('account_deletions')
      .where('user_id', '=', userId)
      .select(personalColumns.account_deletions)
      .execute(),
    courtesy_accesses: await db
      .selectFrom('courtesy_accesses')
      .where('user_id', '=', userId)
      .select(personalColumns.courtesy_accesses)
      .orderBy('id')
      .execute(),
    user_notes: await db
      .selectFrom('user_notes')
      .where('user_id', '=', userId)
      .select(personalColumns.user_notes)
      .orderBy('id')
      .execute(),
    audit_entries: await db
      .selectFrom('audit_entries')
      .where('user_id', '=', userId)
      .select(personalColumns.audit_entries)
      .orderBy('id')
      .execute(),
  };
}
