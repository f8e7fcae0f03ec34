import { sql } from 'kysely';
import { appIds, stores } from '#brand/stores.ts';
import { createToken, hashToken } from '../../auth/tokens.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { MailContent } from '../../mail/render.ts';
import { paymentReminderMail } from '../../mail/templates.ts';
import { findReminderProblem, selectRemindable } from './reminders.ts';

export type ComposedReminder = { to: string; content: MailContent; refusalAddress: string };

type Composing = {
  db: Db;
  apiUrl: string;
  googlePackage: string | null;
  /** `REMINDERS`, which may have been switched off since. */
  reminders: boolean;
};

/** null if it has become pointless: the payment was recovered, the customer has refused, the store has given up. */
export async function composeReminder(
  { db, apiUrl, googlePackage, reminders }: Composing,
  reminderId: number,
  now: Date,
): Promise<ComposedReminder | null> {
  const reminder = await db
    .selectFrom('payment_reminders')
    .where('id', '=', reminderId)
    .select(['id', 'payment_id', 'stage', 'sent_at'])
    .executeTakeFirst();
  // One that left must not leave again: its server was killed before the mail was deleted.
  if (!reminder || reminder.sent_at) return null;
  const payment = await selectRemindable(db, now)
    .where('failed_payments.id', '=', reminder.payment_id)
    .executeTakeFirst();
  // The stage may have changed meanwhile: then its own reminder is due.
  const isPointless =
    !reminders ||
    !payment ||
    payment.stage !== reminder.stage ||
    findReminderProblem({ ...payment, reminded_in_stage: null }, now) !== null;
  if (isPointless) {
    await db
      .updateTable('payment_reminders')
      .set({ dropped_at: now })
      .where('id', '=', reminder.id)
      .where('sent_at', 'is', null)
      .execute();
    return null;
  }
  const token = createToken();
  // One that was given up may have been sent again.
  await sql`
    update payment_reminders set refusal_hashes = refusal_hashes || ${hashToken(token)}::bytea, dropped_at = null
    where id = ${reminder.id}`.execute(db);
  const { platform, product_id, deadline_at, deadline_certainty, access_until } = payment;
  const hasAccess = access_until !== null && access_until > now;
  return {
    to: payment.email,
    refusalAddress: `${apiUrl}/payment-reminders/refuse/${token}`,
    content: paymentReminderMail({
      owner: storeOf(platform).owner,
      address: getPaymentAddress(platform, { productId: product_id, googlePackage }),
      accessUntil: hasAccess ? access_until : null,
      isAtLeast: deadline_certainty === 'at_least',
      triesUntil: deadline_certainty === 'said' ? deadline_at : null,
    }),
  };
}

function storeOf(platform: Platform) {
  const store = stores.find(({ key }) => key === platform);
  if (!store) throw new Error(`There’s no store for ${platform}.`);
  return store;
}

/** Permanent, without anything personal. Google opens the subscription itself if it knows the app. */
function getPaymentAddress(
  platform: Platform,
  { productId, googlePackage }: { productId: string; googlePackage: string | null },
): string {
  const { payment } = storeOf(platform);
  const app = googlePackage ?? appIds.google;
  if (platform === 'ios' || app === null) return payment;
  return `${payment}?${new URLSearchParams({ sku: productId, package: app })}`;
}

/** Recorded after the mail was handed over. */
export async function recordReminder(db: Db, reminderId: number, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The payment before the reminder, as an erasure does.
    await transaction
      .updateTable('failed_payments')
      .set({ reminded_at: sql`coalesce(reminded_at, ${now})` })
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('payment_reminders').where('id', '=', reminderId).select('payment_id'),
      )
      .execute();
    await transaction
      .updateTable('payment_reminders')
      .set({ sent_at: now })
      .where('id', '=', reminderId)
      .execute();
  });
}
