import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { throttle } from '#api/purchases/throttle.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { createOrder, createSubscription } from '#tests/setup/stores/google/payloads.ts';
import { serveWithStores } from './connected-stores.ts';

const { database, db, apple, google, clock, stores, api, admin, offlineAdmin } = await serveWithStores();

beforeEach(() => {
  apple.intercept = null;
  google.intercept = null;
  apple.requests.length = 0;
  google.requests.length = 0;
});

type Found = { purchase: { id: number; isNew: boolean; state: string | null } | null } & Record<
  string,
  unknown
>;
type LookedUp = { found: Found[]; stores: { store: string; answer: string; message: string }[] };

async function lookUp(number: string, by = admin): Promise<LookedUp> {
  const { status, body } = await by.post('/admin/order-lookups', { number });
  expect(status).toBe(200);
  return body.data as LookedUp;
}
const entriesOf = () =>
  db.selectFrom('audit_entries').where('action', '=', 'order_looked_up').orderBy('id').selectAll().execute();
const purchases = () => db.selectFrom('purchases').selectAll().execute();

/** A subscription that the App Store has sold to a user, and the number in the receipt. */
async function sellOnApple() {
  const user = await addUser(db);
  const { store_account_token } = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  const id = String(randomInt(2 ** 40) + 2e15);
  const transaction = createTransaction({
    originalTransactionId: id,
    transactionId: id,
    appAccountToken: store_account_token,
  });
  apple.addSubscription({ renewal: createRenewal({ originalTransactionId: id }) }, [transaction]);
  const number = `M${id.slice(-9)}`;
  apple.receipts.set(number, [transaction]);
  return { id, number, user };
}

function sellOnGoogle(): string {
  const first = `GPA.3345-2271-9182-${randomInt(10_000, 99_999)}`;
  const token = `token-of-${first}-and-more`;
  google.subscriptions.set(token, createSubscription({ externalAccountIdentifiers: {} }));
  google.orders.set(first, createOrder(-1, { orderId: first, purchaseToken: token }));
  return first;
}

describe('the App Store', () => {
  test('a purchase that is not known here is asked about, and then found on record without a question', async () => {
    const { id, number, user } = await sellOnApple();
    const { found, stores: replies } = await lookUp(` ${number.toLowerCase()} `);
    expect(replies).toEqual([
      { store: 'ios', answer: 'found', message: expect.stringContaining('found this number') },
    ]);
    expect(found).toEqual([
      {
        store: 'ios',
        order: id,
        product: 'meals.monthly',
        paidAt: '2026-11-10T08:00:00.000Z',
        paidUntil: '2026-12-10T08:00:00.000Z',
        amount: { minor: 799, currency: 'USD' },
        refund: null,
        orderState: 'TRANSACTION',
        isTest: false,
        purchase: { id: expect.any(Number), state: null, stateAt: null, isNew: true },
        user: { id: user.id, name: expect.stringContaining('@') },
      },
    ]);
    expect(await askAboutDue({ db, stores, clock })).toBe(1);
    apple.requests.length = 0;
    // Now by the transaction, from our own charges.
    const again = await lookUp(id);
    expect(again).toMatchObject({
      stores: [],
      found: [
        { order: id, orderState: null, user: { id: user.id }, purchase: { isNew: false, state: '1 active' } },
      ],
    });
    expect(apple.requests).toEqual([]);
    // The receipt has a number that only the store knows; nothing is due again.
    expect(await lookUp(number)).toMatchObject({
      found: [{ purchase: { isNew: false, state: '1 active' } }],
    });
    expect(await askAboutDue({ db, stores, clock })).toBe(0);
  });

  test('an unknown number, and a store that cannot be asked', async () => {
    expect(await lookUp('MAAAA99999')).toEqual({
      found: [],
      stores: [{ store: 'ios', answer: 'unknown', message: 'App Store doesn’t recognize this number.' }],
    });
    apple.intercept = () => new Response('', { status: 503 });
    expect((await lookUp('MAAAA99999')).stores).toEqual([
      {
        store: 'ios',
        answer: 'not_now',
        message: 'App Store couldn’t be checked: it answered 503. Please try again later.',
      },
    ]);
  });

  test('an order of something else than a subscription', async () => {
    apple.receipts.set('MCOOKBOOK1', [createTransaction({ type: 'Consumable' })]);
    expect(await lookUp('MCOOKBOOK1')).toMatchObject({ found: [], stores: [{ answer: 'other' }] });
  });
});

describe('Google Play', () => {
  test('a purchase without a user, without its token', async () => {
    const number = sellOnGoogle();
    const { found } = await lookUp(number);
    expect(found).toMatchObject([
      {
        ...{ store: 'android', order: number, product: 'meals.monthly', orderState: 'PROCESSED', user: null },
        purchase: { isNew: true },
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('token-of');
    expect(apple.requests).toEqual([]);
    await askAboutDue({ db, stores, clock });
    const { body } = await admin.get(`/admin/purchases/${found[0]?.purchase?.id}/timeline`);
    expect(body.data).toMatchObject({
      entries: [{ kind: 'question', rawState: 'SUBSCRIPTION_STATE_ACTIVE' }],
    });
  });

  test('a number that may be of both stores is asked for at both', async () => {
    google.orders.set('4711', createOrder(0, { orderId: '4711', purchaseToken: 'token-of-4711' }));
    expect(await lookUp('4711')).toMatchObject({
      found: [{ store: 'android' }],
      stores: [
        { store: 'ios', answer: 'unknown' },
        { store: 'android', answer: 'found' },
      ],
    });
  });
});

test('questions for orders wait as the others do, once a store has asked for it', async () => {
  const until = Date.now() + 3_600_000;
  google.intercept = () => new Response('', { status: 429, headers: { 'retry-after': '3600' } });
  const patient = { ...stores, android: throttle({ ...stores.android }, clock) };
  const other = await serveApi(db, { stores: patient });
  const by = await signInAdministrator(database, other);
  expect(await lookUp(sellOnGoogle(), by)).toMatchObject({ stores: [{ answer: 'not_now' }] });
  google.intercept = null;
  google.requests.length = 0;
  const [reply] = (await lookUp(sellOnGoogle(), by)).stores;
  expect(reply?.message).toMatch(/it accepts no requests until \d\d:\d\d UTC/);
  expect(google.requests).toEqual([]);
  const { body } = await by.get('/admin/store-health');
  const { stores: health } = body.data as { stores: { store: string; waitsUntil: string | null }[] };
  expect(Date.parse(health.find(({ store }) => store === 'android')?.waitsUntil ?? '')).toBeGreaterThan(
    until - 60_000,
  );
});

describe('without a connection', () => {
  test('a real number is not known, because the store is not connected', async () => {
    expect(await lookUp('GPA.3345-2271-9182-55501', offlineAdmin)).toEqual({
      found: [],
      stores: [
        {
          store: 'android',
          answer: 'not_connected',
          message: 'Google Play isn’t connected to this server.',
        },
      ],
    });
  });

  test('the sandbox knows its own orders', async () => {
    const token = createSandboxToken('active', new Date(Date.now() + 86_400_000), 'mia');
    const { found } = await lookUp(`${token}..1`, offlineAdmin);
    expect(found).toMatchObject([{ store: 'ios', orderState: 'active', purchase: { isNew: true } }]);
  });
});

test.each([
  ['', 'Enter the order number.'],
  ['   ', 'Enter the order number.'],
  ['GPA/1', 'An order number has only letters, digits, dots, and hyphens.'],
  ['1'.repeat(201), 'An order number isn’t this long.'],
])('%j is refused, and asks no store', async (number, message) => {
  const { status, body } = await admin.post('/admin/order-lookups', { number });
  expect([status, body.message]).toEqual([422, message]);
  expect([...apple.requests, ...google.requests]).toEqual([]);
});

test('each look-up is in the audit log with its user, and its number in no entry and no log', async () => {
  const { number, user } = await sellOnApple();
  await lookUp(number);
  const [entry] = (await entriesOf()).slice(-1);
  expect(entry).toMatchObject({ user_id: user.id, changes: [{ field: 'order', from: null, to: 'found' }] });
  await lookUp('MZZZZ11111');
  const [missed] = (await entriesOf()).slice(-1);
  expect(missed).toMatchObject({ user_id: null, changes: [{ field: 'order', from: null, to: 'not found' }] });
  const logged = api.logLines.join('\n');
  for (const text of [number, 'MZZZZ11111', '2271-9182']) expect(logged).not.toContain(text);
  expect(JSON.stringify(await entriesOf())).not.toMatch(new RegExp(`${number}|MZZZZ`));
});

test('of an erased account nothing is told, and nothing is stored again', async () => {
  const { id, number, user } = await sellOnApple();
  await lookUp(number);
  await askAboutDue({ db, stores, clock });
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${user.id}, now() - interval '40 days', now() - interval '40 days')`.execute(db);
  await eraseDueAccounts(db, new Date(), createTestLog([]));
  const before = (await purchases()).length;
  // The charge is kept, without a person.
  expect(await lookUp(id)).toMatchObject({ found: [{ purchase: null, user: { name: 'Deleted user' } }] });
  await db.deleteFrom('charges').where('order_id', '=', id).execute();
  expect((await lookUp(number)).found).toMatchObject([
    { purchase: null, user: null, product: null, amount: null },
  ]);
  expect(await purchases()).toHaveLength(before);
  const questions =
    await sql`select from purchase_questions where purchase_id not in (select id from purchases)`.execute(db);
  expect(questions.rows).toEqual([]);
});
