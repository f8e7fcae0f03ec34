import { beforeAll, expect, test } from 'vitest';
import type { FailedPayment } from '#contract/payments/records.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** The filters by what the store and an administrator give: the deadline and the access of now. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const inHours = (hours: number) => new Date(api.clock.now.getTime() + hours * 3_600_000);
const DAY = 24;

beforeAll(async () => {
  const administrator = await addAdministrator(db);
  const add = async (
    name: string,
    values: Parameters<typeof addFailedPayment>[1],
    courtesy?: { until: Date; revoked_at?: Date },
  ) => {
    const { user } = await addFailedPayment(db, values, { email: `${name}@example.com` });
    if (!courtesy) return;
    const { revoked_at, until } = courtesy;
    const { id } = await db
      .insertInto('courtesy_accesses')
      .values({
        user_id: user.id,
        until,
        reason: 'x',
        granted_at: inHours(-1),
        granted_by: administrator.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!revoked_at) return;
    await db.updateTable('courtesy_accesses').set({ revoked_at }).where('id', '=', id).execute();
  };
  const computed = { deadline_certainty: 'computed' } as const;
  await add('never', {});
  await add('grace', { ...computed, deadline_at: inHours(30 * DAY), access_until: inHours(3) });
  await add('hold', { ...computed, deadline_at: inHours(6 * DAY) });
  await add('overdue', { ...computed, deadline_at: inHours(-3), access_until: inHours(-1) });
  await add('week', { ...computed, deadline_at: inHours(7 * DAY + 1) });
  await add('ended', { ended_at: inHours(-5), end_cause: 'billing' });
  await add('guest', { ...computed, deadline_at: inHours(2 * DAY) }, { until: inHours(9) });
  await add('guest-unasked', {}, { until: inHours(9) });
  await add('guest-past', { ...computed, deadline_at: inHours(40 * DAY) }, { until: inHours(-9) });
  await add(
    'guest-revoked',
    { ...computed, deadline_at: inHours(50 * DAY) },
    { until: inHours(9), revoked_at: inHours(-1) },
  );
  await add(
    'guest-paid',
    { ...computed, access_until: inHours(1), deadline_at: inHours(60 * DAY) },
    { until: inHours(9) },
  );
  await add('recovered', { recovered_at: inHours(-2) }, { until: inHours(9) });
});

async function list(query: string) {
  const { status, body } = await admin.get(`/admin/subscriptions/failed-payments?${query}`);
  expect(status).toBe(200);
  const { payments } = body.data as { payments: FailedPayment[] };
  const names = payments.map(({ email }) => email?.split('@')[0]);
  return { payments, names, total: body.total };
}

test.each([
  ['deadline=week', ['guest', 'hold', 'overdue']],
  ['deadline=week&sort=deadline', ['overdue', 'guest', 'hold']],
  ['deadline=week&sort=deadline&platform=android', []],
  ['deadline=week&sort=deadline&age=day', ['overdue', 'guest', 'hold']],
  ['deadline=week&sort=email&keyword=example', ['guest', 'hold', 'overdue']],
  ['deadline=week&access=courtesy', ['guest']],
  ['deadline=week&state=recovered', []],
  ['access=yes', ['grace', 'guest-paid']],
  ['access=courtesy', ['guest', 'guest-unasked']],
  ['access=no', ['ended', 'guest-past', 'guest-revoked', 'hold', 'overdue', 'week']],
  ['access=no&sort=deadline', ['overdue', 'hold', 'week', 'guest-past', 'guest-revoked', 'ended']],
  ['access=courtesy&state=recovered', []],
  ['access=no&state=unchecked&keyword=guest', ['guest-past', 'guest-revoked']],
] as const)('%s', async (query, expected) => {
  const { names, total } = await list(query);
  expect(query.includes('sort=deadline') ? names : names.toSorted()).toEqual(expected);
  expect(total).toBe(expected.length);
});

test.each(['yes', 'no', 'courtesy'] as const)(
  'access=%s lists the rows that say so, and no other',
  async (access) => {
    const { payments } = await list('');
    const { names } = await list(`access=${access}`);
    const said = payments.filter((payment) => payment.access === access);
    expect(names).toEqual(said.map(({ email }) => email?.split('@')[0]));
  },
);

test('a page holds the rows of its place, and the total is that of all', async () => {
  const { names, total } = await list('access=no&sort=email&pageSize=2&page=2');
  expect(names).toEqual(['guest-revoked', 'hold']);
  expect(total).toBe(6);
});

test('the values count both', async () => {
  const { body } = await admin.get('/admin/subscriptions/failed-payment-values');
  expect(body.data).toMatchObject({ deadlines: { week: 3 }, accesses: { yes: 2, no: 6, courtesy: 2 } });
});

test.each(['deadline=month', 'access=maybe'])('%s is refused', async (query) => {
  const { status } = await admin.get(`/admin/subscriptions/failed-payments?${query}`);
  expect(status).toBe(400);
});

test('the export has what the list shows', async () => {
  const response = await fetch(`${api.base}/admin/failed-payment-export?access=courtesy`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  const rows = await response.text();
  expect(rows.match(/guest[a-z-]*@/g)?.toSorted()).toEqual(['guest-unasked@', 'guest@']);
  expect(rows.match(/@example\.com/g)).toHaveLength(2);
});
