import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { toCents } from '../exchange-rates.ts';
import { formatDay, storeName } from '../outcome.ts';
import type { StorePurchase } from '../store.ts';
import { toFailing } from './access.ts';
import type { Purchase } from './lock.ts';

/**
 * One failed payment for each renewal that fails; it is known by the time when it was due. A price that the store reports
 * later is taken over while the payment is open.
 */
export async function openPayment(
  transaction: Transaction<Database>,
  { purchase, userId, subscriptionId }: { purchase: Purchase; userId: number; subscriptionId: number },
  { state, productId, price }: StorePurchase,
): Promise<void> {
  const failing = toFailing(state);
  if (!failing) return;
  const { platform, key } = purchase;
  const known = await transaction
    .selectFrom('failed_payments')
    .where('platform', '=', platform)
    .where('purchase_token', '=', key)
    .where(({ eb, or, and }) =>
      or([
        eb('created_at', '=', failing.dueAt),
        and([eb('recovered_at', 'is', null), eb('ended_at', 'is', null)]),
      ]),
    )
    .select(['id', 'created_at', 'amount_minor', 'currency', 'recovered_at', 'ended_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known) {
    const isOpen = known.recovered_at === null && known.ended_at === null;
    const isNewPrice = price && (price.minor !== known.amount_minor || price.currency !== known.currency);
    if (!isOpen || !isNewPrice) return;
    await transaction
      .updateTable('failed_payments')
      .set({
        amount_cents: await toCents(transaction, price, known.created_at),
        amount_minor: price.minor,
        currency: price.currency,
      })
      .where('id', '=', known.id)
      .execute();
    return;
  }
  await transaction
    .insertInto('failed_payments')
    .values({
      user_id: userId,
      subscription_id: subscriptionId,
      product_id: productId,
      platform,
      purchase_token: key,
      amount_cents: price && (await toCents(transaction, price, failing.dueAt)),
      amount_minor: price?.minor ?? null,
      ...(price ? { currency: price.currency } : {}),
      error_message: `${storeName(platform)} couldn’t collect the renewal due on ${formatDay(failing.dueAt)}.`,
      created_at: failing.dueAt,
      stage: failing.stage,
      check_id: null,
      checking_since: null,
      recovered_at: null,
      recovered_by: null,
    })
    .execute();
}
