import type { SubscriptionEnd } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';
import type { Random } from '#api/demo/random.ts';
import { storePayments } from '#tests/setup/api/payments.ts';

const DAY_MS = 86_400_000;
/** Rows of one statement. */
const BATCH = 1_000;

const ends = [
  'customer',
  'billing',
  'price_increase',
  'product_unavailable',
  'developer',
  'replaced',
  'other',
  'refunded',
  'known_no_longer',
] as const satisfies readonly SubscriptionEnd[];

/** Prices as stores say them: with a rate, without one, and not at all. */
const prices = [
  { currency: 'USD', amount_minor: 999, amount_cents: 999 },
  { currency: 'USD', amount_minor: 1_499, amount_cents: 1_499 },
  { currency: 'EUR', amount_minor: 899, amount_cents: null },
  { currency: 'JPY', amount_minor: 1_200, amount_cents: null },
  { currency: 'USD', amount_minor: null, amount_cents: null },
];

export function createPick(random: Random) {
  return <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
}

/** People with one subscription and up to three failed payments each, in the 19 months before `now`. */
export async function addLives(
  db: Db,
  { random, count, now }: { random: Random; count: number; now: Date },
): Promise<void> {
  const pick = createPick(random);
  const ago = (days: number) => new Date(now.getTime() - Math.floor(random() * days * DAY_MS));
  for (let added = 0; added < count; added += BATCH) {
    const users = await db
      .insertInto('users')
      .values(
        Array.from({ length: BATCH }, (_, place) => ({
          ...{ first_name: 'Any', last_name: 'Body', email: `life${added + place}@example.com` },
          status: random() < 0.1 ? ('deleted' as const) : ('active' as const),
        })),
      )
      .returning('id')
      .execute();
    const subscriptions = await db
      .insertInto('subscriptions')
      .values(
        users.map(({ id }) => {
          const isOver = random() < 0.4;
          return {
            ...{
              user_id: id,
              plan: 'Any',
              start_date: ago(900),
              platform: pick(['ios', 'android'] as const),
            },
            product_id: pick(['meals.monthly', 'meals.annual', 'meals.family']),
            status: isOver ? ('expired' as const) : pick(['active', 'on_hold', 'canceled'] as const),
            end_date: isOver ? ago(500) : null,
            end_cause: isOver ? pick([...ends, null]) : null,
          };
        }),
      )
      .returning(['id', 'platform', 'product_id'])
      .execute();
    const payments = subscriptions.flatMap(({ id, ...product }) =>
      Array.from({ length: Math.floor(random() * 4) }, (_, place) => {
        const created_at = ago(580);
        // A store may date the recovery before the failure.
        const later = () => new Date(created_at.getTime() + Math.floor((random() * 65 - 1) * DAY_MS));
        const fate = random();
        return {
          ...{ subscription_id: id, ...product, ...pick(prices), created_at },
          ...{ purchase_token: `bulk ${id} ${place}`, error_message: null },
          ...{ check_id: null, checking_since: null, recovered_by: null },
          stage: pick(['grace_period', 'billing_retry', 'on_hold', null] as const),
          reminded_at: random() < 0.5 ? later() : null,
          recovered_at: fate < 0.4 ? later() : null,
          ended_at: fate > 0.7 ? later() : null,
          end_cause: fate > 0.7 ? pick(ends) : null,
        };
      }),
    );
    await storePayments(db, payments);
  }
}
