import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { RefundRequestsTable } from '#api/db/purchase-tables.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db } = journey;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

type Values = Partial<Insertable<RefundRequestsTable>>;

/** A request about a charge of ten days ago, of a customer who has agreed that Apple is told about it. */
export async function addRequest(
  name: string,
  values: Values = {},
  customer: { hasConsent?: boolean; earlierCharges?: number } = {},
) {
  const { hasConsent = true, earlierCharges = 0 } = customer;
  const platform = values.platform ?? 'android';
  const user = await addUser(db, {
    ...{ first_name: name, last_name: 'Doe', email: `${name.toLowerCase()}@example.com` },
    refund_data_consent: hasConsent,
  });
  const start_date = new Date(Date.now() - 100 * DAY_MS);
  const { id: subscription_id } = await db
    .insertInto('subscriptions')
    .values({
      ...{ user_id: user.id, plan: 'Monthly', product_id: 'monthly', platform, status: 'active' },
      ...{ start_date, end_date: null, had_trial: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order_id = platform === 'ios' ? `2000${user.id}` : `GPA.${user.id}`;
  const charge = (days: number) => ({
    subscription_id,
    platform,
    charged_at: new Date(Date.now() - days * DAY_MS),
  });
  await db
    .insertInto('charges')
    .values([
      paidCharge({ ...charge(10.5), order_id }),
      ...Array.from({ length: earlierCharges }, (_, index) => paidCharge(charge(40 + 30 * index))),
    ])
    .execute();
  const { id } = await db
    .insertInto('refund_requests')
    .values({
      ...{ platform, notification_id: randomUUID(), order_id, product_id: 'monthly' },
      ...{ purchase_id: null, account_token: null, store_reason: platform === 'ios' ? 'LEGAL' : '7' },
      ...{ asked_at: inMinutes(-60), answer_due_at: inMinutes(600), store_token: 'token' },
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, user, order: order_id };
}
