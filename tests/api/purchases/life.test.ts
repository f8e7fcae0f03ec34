import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { type LifeStep, lifeSteps, playNotification } from '#api/purchases/sandbox/life.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue, findWrongStatuses } from '#tests/setup/api/purchases.ts';

const { db } = await cloneDatabase();
const clock = { now: new Date() };
const stores = openSandbox({ db, clock: () => clock.now });

type Seen = {
  status: string | undefined;
  payments: { state: string | null; certainty: string | null; hasAccess: boolean; isAlone: boolean }[];
  cents: (number | null)[];
};

async function see(userId: number): Promise<Seen> {
  const subscriptions = db.selectFrom('subscriptions').where('user_id', '=', userId);
  const charges = await db
    .selectFrom('charges')
    .where('subscription_id', 'in', subscriptions.select('id'))
    .orderBy('charged_at')
    .select('amount_cents')
    .execute();
  const payments = await db.selectFrom('failed_payments').where('user_id', '=', userId).selectAll().execute();
  return {
    status: (await subscriptions.select('status').executeTakeFirst())?.status,
    payments: payments.map((payment) => ({
      state: payment.state,
      certainty: payment.deadline_certainty,
      hasAccess: payment.access_until !== null,
      isAlone: payment.recovered_alone,
    })),
    cents: charges.map(({ amount_cents }) => amount_cents),
  };
}

const failing = (certainty: string, hasAccess: boolean) => ({
  state: 'still_failing',
  certainty,
  hasAccess,
  isAlone: false,
});

test.each([
  ['ios', 'said'],
  ['android', 'at_least'],
] as const)('the life of a subscription on %s', async (platform, certainty) => {
  const user = await addUser(db);
  const { store_account_token: accountToken } = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  const key = `life-${randomUUID()}`;
  const expected: Record<LifeStep, Seen> = {
    bought: { status: 'active', payments: [], cents: [999] },
    renewed: { status: 'active', payments: [], cents: [999, 999] },
    in_grace_period: {
      status: 'in_grace_period',
      payments: [failing(certainty, true)],
      cents: [999, 999],
    },
    on_hold: { status: 'on_hold', payments: [failing('computed', false)], cents: [999, 999] },
    recovered: {
      status: 'active',
      payments: [{ state: 'recovered', certainty: null, hasAccess: false, isAlone: true }],
      cents: [999, 999, 999],
    },
    refunded: {
      status: 'expired',
      payments: [{ state: 'not_retryable', certainty: null, hasAccess: false, isAlone: false }],
      cents: [999, 999, 0],
    },
  };
  for (const step of Object.keys(lifeSteps) as LifeStep[]) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    const played = { platform, key, productId: 'mealwright.monthly', accountToken, step };
    const notification = await playNotification(db, played, clock.now);
    expect(await receiveNotification(db, notification, clock.now)).toBe('new');
    expect(await receiveNotification(db, notification, clock.now)).toBe('known');
    expect(await askAboutDue({ db, stores, clock: () => clock.now })).toBe(1);
    expect(await see(user.id), step).toEqual(expected[step]);
    // The same answer once more changes nothing.
    await db.updateTable('purchases').set({ due_at: clock.now }).where('key', '=', key).execute();
    clock.now = new Date(clock.now.getTime() + 1_000);
    await askAboutDue({ db, stores, clock: () => clock.now });
    expect(await see(user.id), step).toEqual(expected[step]);
  }
  expect(await findWrongStatuses(db)).toEqual([]);
});
