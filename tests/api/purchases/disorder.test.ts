import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { findWrongFigures } from '#api/db/figures/recount.ts';
import { mulberry32, type Random } from '#api/demo/random.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { reconcile } from '#api/purchases/reconcile.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { createAppleConnection } from '#api/stores/apple/connection.ts';
import { throttle } from '#api/stores/throttle.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { renderApple } from '#tests/setup/stores/apple/render-life.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';
import { type LifeEvent, makeLife } from '#tests/setup/stores/life.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = new Date('2026-01-05T10:00:00Z');
const LIVES = 4;

/** How often, and how late, a notification arrives. Never: the store keeps it as undelivered. */
type Delivery = { delaysMs: number[] };
const inOrder = (): Delivery => ({ delaysMs: [0] });
const inDisorder = (random: Random) => (): Delivery => ({
  delaysMs: Array.from({ length: Math.floor(random() * 4) }, () => random() * 72 * HOUR_MS),
});

type Planned = { at: Date; run: () => Promise<void> };

/** Runs whole lives on a new database, with a reconciliation every night. Returns the rows that follow. */
async function live(lives: readonly LifeEvent[][], deliver: () => Delivery) {
  const { db } = await cloneDatabase();
  const clock = { now: START };
  const apple = await startAppleServer();
  const ios = createAppleConnection(apple.settings, {
    clock: () => clock.now,
    rootCertificates: apple.rootCertificates,
  });
  const now = () => clock.now;
  const stores = {
    ...openSandbox({ db, clock: now }),
    ios: throttle({ ...ios, ratePerSecond: 10_000 }, now),
  };
  const services = { db, stores, clock: now, log: createTestLog([]) };
  const receive = async (signedPayload: string) => {
    const received = await ios.verify(JSON.stringify({ signedPayload }), null);
    if (received.kind !== 'verified') throw new Error(received.because);
    await receiveNotification(db, received.notification, clock.now);
    await askAboutDue(services);
  };

  const plan: Planned[] = [];
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
      const { delaysMs } = deliver();
      const run = async () => {
        const signedPayload = renderApple(apple, subscriber, event);
        if (delaysMs.length === 0) apple.undelivered.production.push(signedPayload);
        for (const delay of delaysMs) {
          insert({ at: new Date(event.at.getTime() + delay), run: () => receive(signedPayload) });
        }
      };
      plan.push({ at: event.at, run });
    }
  }
  const last = Math.max(...plan.map(({ at }) => at.getTime()));
  for (let night = START.getTime(); night < last + 5 * DAY_MS; night += DAY_MS) {
    const run = async () => {
      await reconcile(services);
      await askAboutDue(services);
    };
    plan.push({ at: new Date(night + 16 * HOUR_MS), run });
  }
  plan.sort((one, other) => one.at.getTime() - other.at.getTime());

  function insert(item: Planned) {
    const place = plan.findIndex(({ at }) => at > item.at);
    plan.splice(place === -1 ? plan.length : place, 0, item);
  }
  for (let next = plan.shift(); next; next = plan.shift()) {
    clock.now = new Date(Math.max(next.at.getTime(), clock.now.getTime() + 1));
    await next.run();
  }
  expect(await findWrongFigures(db)).toEqual([]);
  return readRows(db, users);
}

async function readRows(db: Awaited<ReturnType<typeof cloneDatabase>>['db'], users: readonly number[]) {
  return Promise.all(
    users.map(async (userId) => {
      const subscriptions = db.selectFrom('subscriptions').where('user_id', '=', userId);
      return {
        subscriptions: await subscriptions
          .select(['plan', 'product_id', 'status', 'start_date', 'end_date'])
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

const seed = randomInt(2 ** 32);

test(`late, repeated and missing notifications leave the same rows (seed ${seed})`, async () => {
  const random = mulberry32(seed);
  const lives = Array.from({ length: LIVES }, () => makeLife(random, START));
  const [straight, shuffled] = [await live(lives, inOrder), await live(lives, inDisorder(random))];
  expect(straight.flatMap(({ charges }) => charges).length).toBeGreaterThan(LIVES);
  for (const [index, events] of lives.entries()) {
    const story = events.map(({ at, kind }) => `${at.toISOString().slice(0, 10)} ${kind}`).join(', ');
    expect(shuffled[index], story).toEqual(straight[index]);
    const truth = events.at(-1)?.truth;
    expect(straight[index]?.charges.length, story).toBe(truth?.orders.length);
    const failures = events.filter(({ kind }) => kind === 'fail').length;
    expect(straight[index]?.payments.length, story).toBe(failures);
  }
});
