import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { Money, Order, PurchaseState, Question, StoreNotification, StorePurchase } from '../store.ts';

const DAY_MS = 86_400_000;

/** The life of one subscription, step by step, with the notification of each store. */
export const lifeSteps = {
  bought: { ios: 'SUBSCRIBED (INITIAL_BUY)', android: 'SUBSCRIPTION_PURCHASED (4)' },
  renewed: { ios: 'DID_RENEW', android: 'SUBSCRIPTION_RENEWED (2)' },
  in_grace_period: { ios: 'DID_FAIL_TO_RENEW (GRACE_PERIOD)', android: 'SUBSCRIPTION_IN_GRACE_PERIOD (6)' },
  on_hold: { ios: 'GRACE_PERIOD_EXPIRED', android: 'SUBSCRIPTION_ON_HOLD (5)' },
  recovered: { ios: 'DID_RENEW (BILLING_RECOVERY)', android: 'SUBSCRIPTION_RECOVERED (1)' },
  refunded: { ios: 'REFUND', android: 'VOIDED_PURCHASE (reason 0)' },
} as const;
export type LifeStep = keyof typeof lifeSteps;

/** Its place in its life, or null. */
async function readLife(db: Db, key: string) {
  return (await db.selectFrom('sandbox_lives').where('key', '=', key).selectAll().executeTakeFirst()) ?? null;
}

/** What the sandbox says about a purchase that is played; null for others. */
export async function readPlayed(db: Db, question: Question): Promise<StorePurchase | null> {
  const life = await readLife(db, question.key);
  return life && toPurchase(question, life);
}

/** From now on the sandbox answers with this step. Its first step sets the time of the whole life. */
async function playStep(db: Db, { key, step }: { key: string; step: LifeStep }, now: Date): Promise<void> {
  await db
    .insertInto('sandbox_lives')
    .values({ key, step, played_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ step }))
    .execute();
}

/** The order of the recovery, which the last step refunds. */
function recoveryOrder(key: string): string {
  return `${key}..2`;
}

/** Bought 62 days before it is played, so that the renewal of two days ago fails. */
function toPurchase(
  question: Question,
  { key, step, played_at }: { key: string; step: LifeStep; played_at: Date },
): StorePurchase {
  const at = (days: number) => new Date(played_at.getTime() + days * DAY_MS);
  const price = getSandboxPrice(question.productId);
  const productId = question.productId ?? 'sandbox';
  const toOrder = (place: number, [paidAt, paidUntil]: [number, number]): Order => ({
    id: `${key}..${place}`,
    productId,
    isRenewal: place > 0,
    paidAt: at(paidAt),
    paidUntil: at(paidUntil),
    price,
    refund: null,
  });
  const recovery = { ...toOrder(2, [0, 30]), id: recoveryOrder(key) };
  const orders = {
    bought: [toOrder(0, [-62, -32])],
    renewed: [toOrder(0, [-62, -32]), toOrder(1, [-32, -2])],
    recovered: [toOrder(0, [-62, -32]), toOrder(1, [-32, -2]), recovery],
    refunded: [
      toOrder(0, [-62, -32]),
      toOrder(1, [-32, -2]),
      { ...recovery, refund: { at: at(0), minor: price.minor } },
    ],
  };
  const deadlineCertainty = question.platform === 'ios' ? 'said' : 'at_least';
  const states: Record<LifeStep, PurchaseState> = {
    bought: { name: 'active', until: at(-32), renews: true, isTrial: false },
    renewed: { name: 'active', until: at(-2), renews: true, isTrial: false },
    in_grace_period: {
      name: 'in_grace_period',
      dueAt: at(-2),
      accessUntil: at(14),
      deadline: { at: at(14), certainty: deadlineCertainty },
    },
    on_hold: {
      name: question.platform === 'ios' ? 'in_billing_retry' : 'on_hold',
      dueAt: at(-2),
      deadline: { at: at(58), certainty: 'computed' },
    },
    recovered: { name: 'active', until: at(30), renews: true, isTrial: false },
    refunded: { name: 'revoked', at: at(0) },
  };
  return {
    state: states[step],
    rawState: step,
    environment: question.environment ?? 'production',
    productId,
    accountToken: null,
    replaces: null,
    startedAt: at(-62),
    orders: step === 'in_grace_period' || step === 'on_hold' ? orders.renewed : orders[step],
    price,
  };
}

/** Prices are in cents of US dollars, by the last part of the product id. */
export const sandboxPrices = { monthly: 999, annual: 5999, family: 1499 } as const;

/** Other products cost as much as a month. */
export function getSandboxPrice(productId: string | null): Money {
  const [, minor = sandboxPrices.monthly] =
    Object.entries(sandboxPrices).find(([name]) => productId?.endsWith(`.${name}`)) ?? [];
  return { minor, currency: 'USD' };
}

type Step = { platform: Platform; key: string; productId: string; accountToken: string; step: LifeStep };

/** From now on the sandbox answers with this step. Returns the notification that its store would send. */
export async function playNotification(
  db: Db,
  { platform, key, productId, accountToken, step }: Step,
  now: Date,
): Promise<StoreNotification> {
  await playStep(db, { key, step }, now);
  return {
    platform,
    id: `${key}:${step}`,
    type: lifeSteps[step][platform],
    at: now,
    environment: 'production',
    purchase: { key, productId, accountToken },
    orders: step === 'refunded' ? [recoveryOrder(key)] : [],
    payload: { sandbox: step },
  };
}
