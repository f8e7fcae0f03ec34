import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { stopBulkRetry } from '#api/purchases/payments/bulk/retries.ts';
import { checkPayment } from '#api/purchases/payments/check-payment.ts';
import type { StoreAnswer } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { prepareRetries } from './retries.ts';

const { db } = await cloneDatabase();
const retries = await prepareRetries(db);
const { administrator, clock, addPayments, start, services, storesOf, work, read, ended, rows } = retries;

const final: StoreAnswer = { kind: 'never_known', raw: '404' };
const DAY_MS = 86_400_000;

beforeEach(async () => {
  clock.now = new Date();
  retries.logLines.length = 0;
  await retries.clear();
});

/** A store that remembers its questions, and answers them when it is told to. */
function heldStore() {
  const asked: string[] = [];
  const held = new Map<string, (answer: StoreAnswer) => void>();
  const stores = storesOf(({ key }) => {
    asked.push(key);
    return new Promise((resolve) => held.set(key, resolve));
  });
  const answerAll = (answer = final) => {
    for (const resolve of held.values()) resolve(answer);
    held.clear();
  };
  return { asked, stores, answerAll };
}

const slow = { timeout: 20_000 };

test('four questions run at once, outside of any transaction; a stop keeps them and asks no others', async () => {
  const ids = await addPayments(20);
  const id = await start(ids);
  const { asked, stores, answerAll } = heldStore();
  work(stores);
  await expect.poll(() => asked.length, slow).toBe(4);
  const { rows: open } = await sql`
    select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`.execute(
    db,
  );
  expect(open).toEqual([]);
  await stopBulkRetry(db, id, clock.now);
  expect(await read(id)).toMatchObject({ state: 'stopped', finishedAt: null });
  answerAll();
  expect(await ended(id)).toMatchObject({ state: 'stopped', counts: { not_retryable: 4, pending: 16 } });
  expect(asked).toHaveLength(4);
  await expect(stopBulkRetry(db, id, clock.now)).rejects.toThrow('This retry has already ended.');
});

test('a retry that has ended keeps no note: its checks have it', async () => {
  const id = await start(await addPayments(2));
  work(storesOf(async () => final));
  expect(await ended(id)).toMatchObject({ state: 'done' });
  const { details } = await db
    .selectFrom('background_jobs')
    .where('id', '=', id)
    .select('details')
    .executeTakeFirstOrThrow();
  expect(details).toEqual({});
  const checks = await db.selectFrom('payment_checks').select('notes').execute();
  expect(checks).toEqual([{ notes: 'a test' }, { notes: 'a test' }]);
});

test('two administrators with overlapping selections, on two servers: one question per payment', async () => {
  const ids = await addPayments(60);
  const asked: string[] = [];
  const stores = storesOf(async ({ key }) => {
    asked.push(key);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return final;
  });
  const colleague = await addAdministrator(db);
  const own = await start(ids.slice(0, 50));
  const other = await start(ids.slice(10), colleague);
  work(stores, 2);
  expect(await ended(own)).toMatchObject({ state: 'done', counts: { payments: 50, not_retryable: 50 } });
  expect(await ended(other)).toMatchObject({ state: 'done', counts: { payments: 50, not_retryable: 50 } });
  expect(asked).toHaveLength(60);
  expect(new Set(asked).size).toBe(60);
  expect(await retries.checks()).toHaveLength(60);
  const messages = [...(await rows(own)), ...(await rows(other))].map(({ message }) => message);
  const takenOver = messages.filter((message) => message?.startsWith('Checked a moment ago by '));
  expect(takenOver).toHaveLength(40);
  for (const message of takenOver) {
    expect(message).toMatch(/by First\w+ Last\w+ \(\w+@example\.com\)\. App Store doesn’t recognize/);
  }
});

test('a check by hand is waited for, and its outcome is taken over also if the store did not answer', async () => {
  const ids = await addPayments(5);
  const { asked, stores, answerAll } = heldStore();
  const actor = { kind: 'administrator', id: administrator.id, requestId: null } as const;
  const byHand = checkPayment(services(stores), ids[0] ?? 0, { actor, notes: '' });
  await expect.poll(() => asked.length, slow).toBe(1);
  const id = await start(ids);
  work(stores);
  // Four rows are worked on at once: the fifth begins when the first was found to be under way.
  await expect.poll(() => asked.length, slow).toBe(5);
  answerAll({ kind: 'not_now', because: 'it didn’t answer', until: null });
  await byHand;
  expect(await ended(id)).toMatchObject({ counts: { store_unreachable: 5 } });
  expect(asked).toHaveLength(5);
  expect((await rows(id)).map(({ message }) => message?.split('.')[0])).toEqual([
    expect.stringMatching(/^Checked a moment ago by First/),
    ...Array.from({ length: 4 }, () => 'App Store couldn’t be checked: it didn’t answer'),
  ]);
});

test('a fault with one payment ends its row only, and the log holds no token', async () => {
  const ids = await addPayments(12);
  const broken = ids[5] ?? 0;
  await sql`
    create function break_payment() returns trigger language plpgsql as $$
    begin
      if new.id = ${sql.lit(broken)} and new.last_outcome is not null then
        raise exception 'broken: %', new.purchase_token;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger break_payment before update on failed_payments for each row execute function break_payment()`.execute(
    db,
  );
  const id = await start(ids);
  work(storesOf(async () => final));
  const { counts } = await ended(id);
  await sql`drop function break_payment cascade`.execute(db);
  expect(counts).toMatchObject({ failed: 1, not_retryable: 11 });
  expect((await rows(id))[0]).toMatchObject({
    paymentId: broken,
    result: 'failed',
    message: expect.stringContaining('a problem on our end'),
  });
  const payment = await db
    .selectFrom('failed_payments')
    .where('id', '=', broken)
    .select(['check_id', 'purchase_token'])
    .executeTakeFirstOrThrow();
  // It can be checked again at once.
  expect(payment.check_id).toBeNull();
  const log = retries.logLines.join('\n');
  expect(log).toContain('a payment of a retry could not be checked');
  expect(log).not.toContain(payment.purchase_token);
});

test('a server that stops leaves its questions open, and the next one goes on with the same checks', async () => {
  const ids = await addPayments(6);
  const id = await start(ids);
  const { asked, stores, answerAll } = heldStore();
  const first = work(stores);
  await expect.poll(() => asked.length, slow).toBe(4);
  await first.stop();
  answerAll();
  expect((await read(id)).counts).toMatchObject({ pending: 6 });
  const open = await retries.checks();
  expect(open.map(({ finished_at }) => finished_at)).toEqual([null, null, null, null]);
  work(storesOf(async () => final));
  await ended(id);
  const checks = await retries.checks();
  expect(checks).toHaveLength(6);
  expect(checks.map(({ id: check }) => check)).toEqual(expect.arrayContaining(open.map((check) => check.id)));
});

test('a retry of many payments of one purchase books its money once', async () => {
  const [id = 0] = await addPayments(1);
  const { subscription_id, purchase_token } = await db
    .selectFrom('failed_payments')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const values = [1, 2, 3].map((days) => ({
    ...({
      subscription_id,
      purchase_token,
      product_id: 'x.monthly',
      platform: 'ios',
      amount_cents: 1,
    } as const),
    ...{ error_message: null, check_id: null, checking_since: null, recovered_at: null, recovered_by: null },
    created_at: new Date(clock.now.getTime() - days * DAY_MS),
  }));
  const more = await storePayments(db, values);
  const retry = await start([id, ...more.map((payment) => payment.id)]);
  work(storesOf(async () => final));
  expect(await ended(retry)).toMatchObject({ counts: { payments: 4, pending: 0, failed: 0 } });
});
