import { expect, test } from 'vitest';
import type { Platform } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';
import { mulberry32, type Random } from '#api/demo/random.ts';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import { createGoogleConnection } from '#api/purchases/google/connection.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { reconcile } from '#api/purchases/reconcile.ts';
import { registerPurchase } from '#api/purchases/register-purchase.ts';
import type { ReceivedNotification, StoreConnection } from '#api/purchases/store.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue, findWrongStatuses } from '#tests/setup/api/purchases.ts';
import { seed } from '#tests/setup/seed.ts';
import { renderApple } from '#tests/setup/stores/apple/render-life.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { renderGoogle } from '#tests/setup/stores/google/render-life.ts';
import { startGoogleServer } from '#tests/setup/stores/google/server.ts';
import { type LifeEvent, makeLife } from '#tests/setup/stores/life.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = new Date('2026-01-05T10:00:00Z');
const LIVES = 3;

/** How often, and how late, a notification arrives. Never: the store keeps it as undelivered. */
type Delivery = { delaysMs: number[] };
const inOrder = (): Delivery => ({ delaysMs: [0] });
const inDisorder = (random: Random) => (): Delivery => ({
  delaysMs: Array.from({ length: Math.floor(random() * 4) }, () => random() * 72 * HOUR_MS),
});

type Planned = { at: Date; run: () => Promise<void> };
type Subscriber = { id: string; accountToken: string };

/** One store: its server, the connection to it, and how an event of a life looks there. */
type Store = {
  platform: Platform;
  connection: StoreConnection;
  /**
   * Returns a delivery of the notification, and what happens if it is never delivered. `lose` returns the key of a
   * purchase that no other notification may tell: the app's backend hands it over.
   */
  tell: (
    subscriber: Subscriber,
    event: LifeEvent,
  ) => {
    deliver: () => Promise<ReceivedNotification>;
    lose: () => string | null;
  };
};

async function openApple(clock: () => Date): Promise<Store> {
  const apple = await startAppleServer();
  const { settings, rootCertificates } = apple;
  const connection = createAppleConnection(settings, { clock, rootCertificates });
  return {
    platform: 'ios',
    connection,
    tell: (subscriber, event) => {
      const signedPayload = renderApple(apple, subscriber, event);
      return {
        deliver: () => connection.verify(JSON.stringify({ signedPayload }), null),
        lose: () => {
          apple.undelivered.production.push(signedPayload);
          return null;
        },
      };
    },
  };
}

async function openGoogle(clock: () => Date): Promise<Store> {
  const google = await startGoogleServer();
  const { settings, authorization } = google;
  const connection = createGoogleConnection(settings, { clock, authorization, log: createTestLog([]) });
  return {
    platform: 'android',
    connection,
    tell: (subscriber, event) => {
      const { token, message, messageId } = renderGoogle(google, subscriber, event);
      const push = google.signPush(message, { messageId });
      // Google later tells only the refunds that it could not deliver.
      const lose = () => (event.kind === 'buy' ? token : null);
      return { deliver: () => connection.verify(push.body, push.authorization), lose };
    },
  };
}

/** Runs whole lives on a new database, with a reconciliation every night. Returns the rows that follow. */
async function live(
  lives: readonly LifeEvent[][],
  open: (clock: () => Date) => Promise<Store>,
  delivery: () => Delivery,
) {
  const { db } = await cloneDatabase();
  const clock = { now: START };
  const now = () => clock.now;
  const store = await open(now);
  const stores = {
    ...openSandbox({ db, clock: now }),
    [store.platform]: throttle({ ...store.connection, ratePerSecond: 10_000 }, now),
  };
  const services = { db, stores, clock: now, log: createTestLog([]) };
  const receive = async (deliver: () => Promise<ReceivedNotification>) => {
    const received = await deliver();
    if (received.kind !== 'verified') throw new Error(received.because);
    await receiveNotification(db, received.notification, clock.now);
    await askAboutDue(services);
  };

  const plan: Planned[] = [];
  const insert = (item: Planned) => {
    const place = plan.findIndex(({ at }) => at > item.at);
    plan.splice(place === -1 ? plan.length : place, 0, item);
  };
  const users: number[] = [];
  for (const [index, events] of lives.entries()) {
    const user = await addUser(db);
    const { store_account_token: accountToken } = await db
      .selectFrom('users')
      .where('id', '=', user.id)
      .select('store_account_token')
      .executeTakeFirstOrThrow();
    users.push(user.id);
    const subscriber = { id: String(1_000_000 * (index + 1)), accountToken };
    for (const event of events) {
      const { delaysMs } = delivery();
      const run = async () => {
        const { deliver, lose } = store.tell(subscriber, event);
        const key = delaysMs.length === 0 ? lose() : null;
        if (key) {
          const purchase = { userId: user.id, platform: store.platform, key, productId: null };
          await registerPurchase(db, { ...purchase, environment: 'production' }, clock.now);
        }
        for (const delay of delaysMs) {
          insert({ at: new Date(event.at.getTime() + delay), run: () => receive(deliver) });
        }
      };
      insert({ at: event.at, run });
    }
  }
  const last = plan.at(-1)?.at.getTime() ?? 0;
  for (let night = START.getTime(); night < last + 5 * DAY_MS; night += DAY_MS) {
    const run = async () => {
      await reconcile(services);
      await askAboutDue(services);
    };
    insert({ at: new Date(night + 16 * HOUR_MS), run });
  }
  for (let next = plan.shift(); next; next = plan.shift()) {
    clock.now = new Date(Math.max(next.at.getTime(), clock.now.getTime() + 1));
    await next.run();
  }
  expect(await findWrongStatuses(db)).toEqual([]);
  return readRows(db, users);
}

async function readRows(db: Db, users: readonly number[]) {
  return Promise.all(
    users.map(async (userId) => {
      const subscriptions = db.selectFrom('subscriptions').where('user_id', '=', userId);
      return {
        subscriptions: await subscriptions
          .select(['plan', 'product_id', 'status', 'start_date', 'end_date'])
          .orderBy('start_date')
          .execute(),
        charges: await db
          .selectFrom('charges')
          .where('subscription_id', 'in', subscriptions.select('id'))
          .select(['order_id', 'charged_at', 'amount_cents', 'amount_minor', 'refunded_minor', 'is_renewal'])
          .orderBy('charged_at')
          .execute(),
        payments: await db
          .selectFrom('failed_payments')
          .where('user_id', '=', userId)
          .select(['created_at', 'recovered_at', 'recovered_alone', 'ended_at', 'end_cause', 'state'])
          .orderBy('created_at')
          .execute(),
      };
    }),
  );
}

test.each([
  ['App Store', openApple],
  ['Google Play', openGoogle],
] as const)(
  `late, repeated and missing notifications of the %s leave the same rows (seed ${seed})`,
  { timeout: 300_000 },
  async (...[, open]) => {
    const random = mulberry32(seed);
    const lives = Array.from({ length: LIVES }, () => makeLife(random, START));
    const straight = await live(lives, open, inOrder);
    const shuffled = await live(lives, open, inDisorder(random));
    expect(straight.flatMap(({ charges }) => charges).length).toBeGreaterThanOrEqual(LIVES);
    for (const [index, events] of lives.entries()) {
      const story = events.map(({ at, kind }) => `${at.toISOString().slice(0, 10)} ${kind}`).join(', ');
      expect(shuffled[index], story).toEqual(straight[index]);
      const truth = events.at(-1)?.truth;
      expect(straight[index]?.charges.length, story).toBe(truth?.orders.length);
      const failures = events.filter(({ kind }) => kind === 'fail').length;
      expect(straight[index]?.payments.length, story).toBe(failures);
      const recoveries = events.filter(({ kind }) => kind === 'recover').length;
      const refunds = truth?.orders.filter(({ refundedAt }) => refundedAt).length ?? 0;
      const recovered = straight[index]?.payments.filter(({ state }) => state === 'recovered').length ?? 0;
      expect(recovered, story).toBeGreaterThanOrEqual(recoveries - refunds);
      expect(recovered, story).toBeLessThanOrEqual(recoveries);
    }
  },
);
