import { createSandboxToken, type SandboxState } from '#api/purchases/sandbox/token.ts';
import { storePayment } from '#tests/setup/api/payments.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db } = journey;

/** Stores a failed payment; `state` is the answer of the store. */
export async function addPayment(email: string, state: SandboxState, at = new Date(2026, 5, 7, 12)) {
  const user = await addUser(db, { email });
  const product = { product_id: 'monthly', platform: 'android' } as const;
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      ...product,
      user_id: user.id,
      plan: 'Monthly',
      status: 'on_hold',
      start_date: at,
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tomorrow = new Date(Date.now() + 86_400_000);
  const payment = await storePayment(db, {
    ...product,
    subscription_id: subscription.id,
    purchase_token: createSandboxToken(state, tomorrow, email),
    amount_cents: 999,
    error_message: 'Card expired.',
    created_at: at,
  });
  return { id: payment.id, user, subscriptionId: subscription.id };
}
