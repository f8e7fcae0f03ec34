import { beforeEach, expect, test } from 'vitest';
import type { SubscriptionStatus } from '#api/db/payment-tables.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

/** The status of the newest subscription, which a trigger keeps with the user. */

const { db } = await cloneDatabase();
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  user = await addUser(db);
});

async function subscribe(status: SubscriptionStatus, start_date: string, user_id = user.id): Promise<number> {
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      user_id,
      plan: 'Monthly',
      product_id: 'p',
      platform: 'ios',
      status,
      start_date,
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const readUser = (id = user.id) =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const statusOf = async (id = user.id) => (await readUser(id)).subscription_status;

test('it follows new, changed, moved and deleted subscriptions', async () => {
  expect(await statusOf()).toBe('none');
  const older = await subscribe('expired', '2026-01-01');
  expect(await statusOf()).toBe('expired');
  const newest = await subscribe('active', '2026-03-01');
  await subscribe('canceled', '2026-02-01');
  expect(await statusOf()).toBe('active');
  await db.updateTable('subscriptions').set({ status: 'on_hold' }).where('id', '=', newest).execute();
  expect(await statusOf()).toBe('on_hold');
  await db.updateTable('subscriptions').set({ start_date: '2025-01-01' }).where('id', '=', newest).execute();
  expect(await statusOf()).toBe('canceled');

  const other = await addUser(db);
  await db
    .updateTable('subscriptions')
    .set({ user_id: other.id, start_date: '2026-05-01' })
    .where('id', '=', older)
    .execute();
  expect([await statusOf(), await statusOf(other.id)]).toEqual(['canceled', 'expired']);
  await db.deleteFrom('subscriptions').where('user_id', '=', user.id).execute();
  expect(await statusOf()).toBe('none');
});

test('of two that began at the same time, the later one counts', async () => {
  await subscribe('paused', '2026-01-01');
  await subscribe('trialing', '2026-01-01');
  expect(await statusOf()).toBe('trialing');
});

test('it changes neither the version of the user nor the time of the last change', async () => {
  await subscribe('active', '2026-01-01');
  const { version, updated_at } = await readUser();
  expect([version, updated_at]).toEqual([user.version, user.updated_at]);
});

test('a user with subscriptions can be deleted', async () => {
  await subscribe('active', '2026-01-01');
  await db.deleteFrom('users').where('id', '=', user.id).execute();
  expect(await db.selectFrom('subscriptions').where('user_id', '=', user.id).execute()).toEqual([]);
});
