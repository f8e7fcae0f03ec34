import { beforeEach, expect, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const ago = (hours: number) => new Date(api.clock.now.getTime() - hours * 3_600_000);

beforeEach(async () => {
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

async function list(query = '') {
  const { body } = await admin.get(`/admin/subscriptions/failed-payments${query}`);
  return { body, payments: (body.data as { payments: FailedPayment[] }).payments };
}

const soon = ago(-24);

test.each([
  ['of which the store said nothing', {}, null, null],
  [
    'in a grace period that the store ends',
    { deadline_at: soon, deadline_certainty: 'said', access_until: soon },
    { at: soon.toISOString(), certainty: 'said' },
    'yes',
  ],
  [
    'whose access has ended',
    { deadline_at: soon, deadline_certainty: 'at_least', access_until: ago(1) },
    { at: soon.toISOString(), certainty: 'at_least' },
    'no',
  ],
  [
    'on hold',
    { deadline_at: soon, deadline_certainty: 'computed' },
    { at: soon.toISOString(), certainty: 'computed' },
    'no',
  ],
  ['of a subscription that has ended', { ended_at: ago(1), end_cause: 'billing' }, null, 'no'],
] as const)('a payment %s says until when the store tries, and whether there is access', async (...row) => {
  const [, values, deadline, access] = row;
  await addFailedPayment(db, values);
  const { payments } = await list();
  expect(payments[0]).toMatchObject({ deadline, access });
});

test.each([
  ['sort=deadline', ['soon', 'late', 'new', 'old']],
  ['sort=deadline&order=desc', ['old', 'new', 'late', 'soon']],
  ['sort=deadline&platform=ios', ['soon', 'new']],
  ['sort=deadline&age=week', ['soon', 'new']],
  ['sort=deadline&order=desc&keyword=example', ['old', 'new', 'late', 'soon']],
  ['sort=deadline&state=recovered', []],
])('%s: who has no deadline comes last, or first', async (query, expected) => {
  const add = (name: string, values: Parameters<typeof addFailedPayment>[1]) =>
    addFailedPayment(db, values, { email: `${name}@example.com` });
  const deadline_certainty = 'computed';
  await add('old', { created_at: ago(24 * 30), platform: 'android' });
  await add('new', { created_at: ago(1) });
  await add('late', {
    created_at: ago(24 * 20),
    platform: 'android',
    deadline_at: ago(-9),
    deadline_certainty,
  });
  await add('soon', { created_at: ago(2), deadline_at: ago(-5), deadline_certainty });
  const { payments, body } = await list(`?${query}`);
  expect(payments.map(({ email }) => email?.split('@')[0])).toEqual(expected);
  expect(body.total).toBe(expected.length);
});

test('a check answers with what the store said of the payment', async () => {
  const due = new Date(Math.trunc(ago(-24 * 9).getTime() / 86_400_000) * 86_400_000);
  const token = createSandboxToken('in_grace_period', due, 'a');
  const { id } = await addFailedPayment(db, { purchase_token: token, platform: 'ios' });
  const { body } = await admin.post(`/admin/subscriptions/retry/${id}`, { notes: RETRY_NOTES });
  const standing = { deadline: { at: due.toISOString(), certainty: 'said' }, access: 'yes' };
  expect(body).toMatchObject({ outcome: 'still_failing', standing });
  expect((await list()).payments).toMatchObject([standing]);
});

test('what the store recovered alone is by no administrator; what one recovered who has gone, is', async () => {
  await addFailedPayment(db, { created_at: ago(2), recovered_at: ago(1) });
  await addFailedPayment(db, { created_at: ago(1), recovered_at: ago(0), recovered_alone: true });
  await db.updateTable('failed_payments').set({ last_outcome: 'recovered' }).execute();
  const { payments } = await list('?state=recovered');
  expect(payments.map(({ recovered_by }) => recovered_by)).toEqual([null, 'A former administrator']);
});

test('a courtesy access counts where the store gives none, until its last day', async () => {
  const held = await addFailedPayment(db, { deadline_at: soon, deadline_certainty: 'computed' });
  const kept = await addFailedPayment(db, {
    deadline_at: soon,
    deadline_certainty: 'said',
    access_until: soon,
  });
  const granted = {
    until: new Date('2999-02-02T00:00:00Z'),
    reason: 'x',
    granted_at: ago(1),
    granted_by: null,
  };
  await db
    .insertInto('courtesy_accesses')
    .values([held, kept].map(({ user }) => ({ user_id: user.id, ...granted })))
    .execute();
  const standing = async () =>
    (await list()).payments
      .toSorted((one, other) => Number(one.id) - Number(other.id))
      .map(({ access, courtesy_until }) => [access, courtesy_until]);
  expect(await standing()).toEqual([
    ['courtesy', '2999-02-01'],
    ['yes', null],
  ]);
  await db
    .updateTable('courtesy_accesses')
    .set({ revoked_at: ago(0) })
    .execute();
  expect(await standing()).toEqual([
    ['no', null],
    ['yes', null],
  ]);
});
