import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { runCommand } from '#tests/setup/api/command.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db, url } = await cloneDatabase();

const admin = (...options: string[]) => runCommand('admin', options, { DATABASE_URL: url });

test.each(['ios', 'android'] as const)('the life of a subscription is played for %s', async (platform) => {
  const user = await addUser(db);
  const { status, stdout, stderr } = await admin('play', user.email, '--store', platform);
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => /^ {2}(subscription|failed payment):/.test(line));
  expect(
    lines.map((line) =>
      line
        .replace(/until \d{4}.*/, 'until')
        .split(/\s+/)
        .slice(1, 5)
        .join(' '),
    ),
  ).toEqual([
    'subscription: active, access until',
    'failed payment: none',
    'subscription: active, access until',
    'failed payment: none',
    'subscription: in_grace_period, access until',
    expect.stringMatching(/^failed payment: still_failing\./),
    'subscription: on_hold, no access',
    expect.stringMatching(/^failed payment: still_failing\./),
    'subscription: active, access until',
    expect.stringMatching(/^failed payment: recovered\./),
    'subscription: expired, no access',
    expect.stringMatching(/^failed payment: not_retryable\./),
  ]);
  expect(stdout).toContain(`See it at /users/${user.id}.`);
});

test('purchases are counted by state, with what is given up and what has no known user', async () => {
  await db
    .insertInto('purchases')
    .values([
      { platform: 'android', key: 'nobody', product_id: null },
      { platform: 'android', key: 'gone', product_id: null, given_up_at: new Date(), last_error: 'HTTP 500' },
    ])
    .execute();
  const { stdout } = await admin('purchases');
  for (const line of [
    'Google Play: 2 not asked yet',
    'Google Play: 2 without a known user',
    'Google Play: 1 given up: HTTP 500',
    'App Store: 1 revoked',
  ]) {
    expect(stdout.split('\n')).toContain(line);
  }
});

test('an exchange rate converts what was charged in its month', async () => {
  const user = await addUser(db);
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: 'x',
      platform: 'ios',
      status: 'active',
      start_date: '2026-01-01T00:00:00Z',
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const charge = (order_id: string, charged_at: string, amount_minor: number, currency = 'EUR') => ({
    ...{ order_id, charged_at, amount_minor, currency, platform: 'ios' as const },
    ...{ subscription_id: subscription.id, amount_cents: null, paid_until: new Date('2027-01-01T00:00:00Z') },
    is_renewal: true,
  });
  await db
    .insertInto('charges')
    .values([
      { ...charge('a', '2026-11-01T00:00:00Z', 999), refunded_minor: 500 },
      charge('b', '2026-11-30T23:59:59Z', 1000),
      charge('c', '2026-12-01T00:00:00Z', 1000),
      charge('d', '2026-11-15T00:00:00Z', 1500, 'JPY'),
    ])
    .execute();
  const { stdout } = await admin('rate', 'eur', '2026-11', '1.08');
  expect(stdout).toBe('1 EUR is 1.08 USD in 2026-11. 2 charges were converted.\n');
  expect((await admin('rate', 'JPY', '2026-11', '0.0065')).stdout).toContain('1 charge was converted');
  const amounts = await db
    .selectFrom('charges')
    .where('subscription_id', '=', subscription.id)
    .select(['order_id', 'amount_cents'])
    .orderBy('order_id')
    .execute();
  expect(amounts.map(({ amount_cents }) => amount_cents)).toEqual([539, 1080, null, 975]);
  // A rate may be corrected.
  await admin('rate', 'EUR', '2026-11', '2');
  const again = await db.selectFrom('charges').where('order_id', '=', 'b').select('amount_cents').execute();
  expect(again).toEqual([{ amount_cents: 2000 }]);
});

test.each([
  [['rate', 'EUR', '2026-13', '1.08'], 'The month must look like 2026-11.'],
  [['rate', 'EUR', '2026-11', '0'], 'The rate must be a number above 0'],
  [['rate', 'EUR', '2026-11', '1080'], 'below 1000'],
  [['rate', 'EUR', '2026-11', '1,08'], 'The rate must be a number above 0'],
  [['rate', 'USD', '2026-11', '1'], 'The currency must be an ISO 4217 code other than USD'],
  [['rate', 'XYZ', '2026-11', '1'], 'The currency must be an ISO 4217 code other than USD'],
  [['rate', 'EUR'], 'npm run admin -- rate <currency> <month> <dollars>'],
  [['play', 'nobody@example.com'], 'There’s no user with the email address nobody@example.com.'],
  [['play', 'nobody@example.com', '--store', 'windows'], 'The store must be ios or android.'],
])('%j is refused: %s', async (options, message) => {
  const { status, stderr } = await admin(...options);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

test.each(['ios', 'android'] as const)('a refund is asked for and decided at %s', async (platform) => {
  const user = await addUser(db);
  const refund = (...options: string[]) => admin('refund', user.email, '--store', platform, ...options);
  expect((await refund()).stderr).toContain('Play a subscription first');
  await admin('play', user.email, '--store', platform);
  expect((await refund('--decision', 'granted')).stderr).toContain('has asked about no charge');
  expect((await refund('--reason', 'BORED')).stderr).toContain('The reason must be one of');
  const asked = await refund();
  expect([asked.status, asked.stdout]).toEqual([0, expect.stringContaining('/payment-recovery/refunds')]);
  const row = db
    .selectFrom('refund_requests')
    .where('platform', '=', platform)
    .select(['order_id', 'store_reason', 'store_token', 'outcome']);
  expect(await row.executeTakeFirst()).toMatchObject({
    store_reason: platform === 'ios' ? 'UNINTENDED_PURCHASE' : '7',
    store_token: platform === 'ios' ? null : expect.stringContaining('sandbox'),
    outcome: null,
  });
  expect((await refund('--decision', 'maybe')).stderr).toContain('The decision must be one of');
  const declined = await refund('--decision', 'declined');
  expect(declined.status).toBe(platform === 'ios' ? 0 : 1);
  expect((await refund('--decision', 'granted')).status).toBe(0);
  const { order_id, outcome } = await row.executeTakeFirstOrThrow();
  expect(outcome).toBe('granted');
  const charge = db
    .selectFrom('charges')
    .where('order_id', '=', order_id ?? '')
    .select(['amount_cents', 'refunded_minor']);
  expect(await charge.executeTakeFirst()).toEqual({ amount_cents: 0, refunded_minor: 999 });
});
