import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { StoreAnswer } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { prepareRetries } from './retries.ts';

/** Another check claims a payment while a retry asks about it, as after a minute without an answer. */

const { db } = await cloneDatabase();
const retries = await prepareRetries(db);
const { clock, addPayments, start, storesOf, work, read, ended, rows, checks } = retries;

const final: StoreAnswer = { kind: 'never_known', raw: '404' };
const other = randomUUID();

beforeEach(async () => {
  clock.now = new Date();
  await retries.clear();
});

const payment = (id: number) =>
  db.selectFrom('failed_payments').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const claim = (check_id: string | null) =>
  db
    .updateTable('failed_payments')
    .set({ check_id, checking_since: check_id === null ? null : clock.now })
    .execute();

test('the answer of the retry is not written, and the row waits for the other check', async () => {
  const [id = 0] = await addPayments(1);
  let questions = 0;
  const retryId = await start([id]);
  work(
    storesOf(async () => {
      questions += 1;
      if (questions === 1) await claim(other);
      return final;
    }),
  );
  await expect.poll(() => questions).toBe(1);
  // Looked at again, and not asked.
  await expect.poll(async () => (await payment(id)).check_id).toBe(other);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await read(retryId)).toMatchObject({ counts: { pending: 1, failed: 0 } });
  expect(await payment(id)).toMatchObject({ last_outcome: null, check_id: other });
  expect((await checks()).map(({ outcome }) => outcome)).toEqual([null]);
  expect(questions).toBe(1);
  await claim(null);
  expect(await ended(retryId)).toMatchObject({ counts: { not_retryable: 1, failed: 0 } });
  expect(questions).toBe(2);
});

test('a fault of the retry leaves the claim of the other check alone', async () => {
  const [id = 0] = await addPayments(1);
  await sql`
    create function break_row() returns trigger language plpgsql as $$
    begin
      if new.answer = 'never_known' then raise exception 'broken'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger break_row before insert on purchase_questions for each row execute function break_row()`.execute(
    db,
  );
  const retryId = await start([id]);
  work(
    storesOf(async () => {
      await claim(other);
      return final;
    }),
  );
  await ended(retryId);
  await sql`drop function break_row cascade`.execute(db);
  expect(await rows(retryId)).toMatchObject([{ result: 'failed' }]);
  expect((await payment(id)).check_id).toBe(other);
});
