import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { findWrongStatuses } from '#tests/setup/api/purchases.ts';
import { checkPayment } from '../purchases/payments/check-payment.ts';
import { countViews, listRequests } from '../purchases/refunds/list.ts';
import { openSandbox } from '../startup/stores.ts';
import { fillDemo } from './fill.ts';
import { RESCUE_EMAIL, tellStory } from './story.ts';

const { db } = await cloneDatabase();
const now = new Date('2026-11-20T15:30:00Z');
const clock = () => now;
const services = { db, clock, stores: openSandbox({ db, clock }), log: createTestLog([]) };
await fillDemo(db, { seed: 1, now, users: 5_000, recipes: 62, isRealistic: true });
await tellStory(services);

test('two to four percent of the renewals of a month have failed', async () => {
  const [{ open }, { renewals }] = await Promise.all([
    db
      .selectFrom('failed_payments')
      .where('result', '=', 'open')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('charges')
      .where('charged_at', '>', new Date('2026-10-20T15:30:00Z'))
      .select(({ fn }) => fn.countAll<number>().as('renewals'))
      .executeTakeFirstOrThrow(),
  ]);
  expect(Number(open) / Number(renewals)).toBeGreaterThan(0.02);
  expect(Number(open) / Number(renewals)).toBeLessThan(0.04);
  expect(await findWrongStatuses(db)).toEqual([]);
});

test('the newest ten customers have names in plain letters', async () => {
  const newest = await db
    .selectFrom('users')
    .orderBy('created_at', 'desc')
    .limit(10)
    .select(['first_name', 'last_name', 'role'])
    .execute();
  for (const { first_name, last_name, role } of newest) {
    expect(`${first_name} ${last_name}`).toMatch(/^[A-Za-z'.\- ]+$/);
    expect(role).toBe('user');
  }
});

test('two colleagues were busy on several days of the last week, and recovered three payments today', async () => {
  const entries = await db
    .selectFrom('audit_entries')
    .innerJoin('users', 'users.id', 'actor_id')
    .select(['email', 'action', 'at'])
    .execute();
  expect(new Set(entries.map(({ email }) => email))).toEqual(
    new Set(['maya@mealwright.example', 'tom@mealwright.example']),
  );
  const days = new Set(entries.map(({ at }) => at.toISOString().slice(0, 10)));
  expect(days.size).toBeGreaterThanOrEqual(5);
  for (const { at } of entries) {
    expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(at.getTime()).toBeGreaterThan(now.getTime() - 7 * 86_400_000);
  }
  const recovered = await db
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'recovered_by')
    .select(['email', 'recovered_at'])
    .execute();
  expect(recovered.map(({ email }) => email)).toEqual(Array(3).fill('maya@mealwright.example'));
  for (const { recovered_at } of recovered) expect(recovered_at?.toISOString()).toMatch(/^2026-11-20T/);
  const versions = await db.selectFrom('recipes').where('version', '>', 1).select('version').execute();
  expect(versions.map(({ version }) => version).sort()).toEqual([2, 3]);
});

test('the customer to rescue has a note, keeps her access for now, and is recovered by Retry', async () => {
  const grace = await db
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'user_id')
    .where('email', '=', RESCUE_EMAIL)
    .select(['failed_payments.id', 'user_id', 'access_until'])
    .executeTakeFirstOrThrow();
  const notes = await db
    .selectFrom('user_notes')
    .where('user_id', '=', grace.user_id)
    .select('text')
    .execute();
  expect(notes).toHaveLength(1);
  expect(grace.access_until?.getTime()).toBeGreaterThan(now.getTime());
  const { id } = await addAdministrator(db);
  const actor = { kind: 'administrator', id, requestId: null } as const;
  expect(await checkPayment(services, grace.id, { actor, notes: '' })).toMatchObject({
    outcome: 'recovered',
  });
});

test('three refund requests are open, one of them without consent, and three are over', async () => {
  const open = await listRequests(
    db,
    {
      ...{ view: 'open', platform: undefined, userId: undefined },
      page: { offset: 0, limit: 10 },
    },
    now,
  );
  expect(open.map(({ store, obstacle, facts }) => [store, obstacle, facts !== null])).toEqual([
    ['ios', null, true],
    ['ios', 'no_consent', true],
    ['android', null, true],
  ]);
  expect(await countViews(db, { platform: undefined, userId: undefined }, now)).toEqual({
    ...{ open: 3, waiting: 1, decided: 2, all: 6 },
  });
});
