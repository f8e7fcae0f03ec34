import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { startBulkRetry } from '#api/purchases/payments/bulk/retries.ts';
import { deletion } from '#brand/deletion.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { addFailedPayment } from '../payments/add-payment.ts';

const { db } = await cloneDatabase();
const DAY_MS = 86_400_000;
const now = new Date();
const closedLongAgo = new Date(now.getTime() - deletion.withinDays * DAY_MS);

/** A user whose erasure is due. */
async function addLeaver(email = `${randomUUID()}@example.com`) {
  const user = await addUser(db, { email, status: 'deleted' });
  const times = { requested_at: closedLongAgo, confirmed_at: closedLongAgo, erased_at: null };
  await db
    .insertInto('account_deletions')
    .values({ user_id: user.id, reason: null, ...times })
    .execute();
  return user;
}

const userOf = (id: number) => db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst();

test('an account is erased although another one owns a similar address', async () => {
  const leaver = await addLeaver();
  const squatter = await addUser(db, { email: `${leaver.id}@deleted.invalid` });
  const logLines: string[] = [];
  await eraseDueAccounts(db, now, createTestLog(logLines));
  expect(logLines).toEqual([]);
  const erased = await userOf(leaver.id);
  expect(erased).toMatchObject({ first_name: 'Deleted', email: expect.stringMatching(/@deleted\.invalid$/) });
  expect(await userOf(squatter.id)).toMatchObject({ email: squatter.email, status: 'active' });
});

test('an account that cannot be erased is logged without its address, and stops no other erasure', async () => {
  const [before, stuck, after] = [await addLeaver(), await addLeaver(), await addLeaver()];
  await sql`
    create function get_stuck() returns trigger language plpgsql as $$
    begin
      if old.id = ${sql.lit(stuck.id)} then raise exception 'It is stuck.' using detail = old.email; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger stuck before update on users for each row execute function get_stuck()`.execute(
    db,
  );
  const logLines: string[] = [];
  expect(await eraseDueAccounts(db, now, createTestLog(logLines))).toBe(2);
  for (const { id } of [before, after]) expect((await userOf(id))?.first_name).toBe('Deleted');
  expect(await userOf(stuck.id)).toMatchObject({ email: stuck.email });
  expect(logLines).toEqual([expect.stringContaining(`"userId":${stuck.id},`)]);
  expect(logLines[0]).toContain('It is stuck.');
  expect(logLines[0]).not.toContain(stuck.email);

  await sql`drop trigger stuck on users`.execute(db);
  expect(await eraseDueAccounts(db, now, createTestLog(logLines))).toBe(1);
  expect((await userOf(stuck.id))?.first_name).toBe('Deleted');
});

test('servers that erase in parallel erase each account once', async () => {
  for (let count = 0; count < 5; count += 1) await addLeaver();
  const logLines: string[] = [];
  const erased = await Promise.all([1, 2, 3].map(() => eraseDueAccounts(db, now, createTestLog(logLines))));
  expect(erased.reduce((sum, count) => sum + count)).toBe(5);
  expect(logLines).toEqual([]);
});

test('the note of a retry that has not ended goes with each person it was about, and no other', async () => {
  const administrator = await addAdministrator(db);
  const startRetry = async (id: number, notes: string) => {
    const actor = { kind: 'administrator', id: administrator.id, requestId: null } as const;
    return startBulkRetry(db, { ids: [id], selection: {}, expected: 1, notes, actor }, now);
  };
  const leaving = await addFailedPayment(db);
  const staying = await addFailedPayment(db);
  const ids = [
    await startRetry(leaving.id, 'Mrs. Lee called.'),
    await startRetry(staying.id, 'Mr. Ng called.'),
  ];
  const times = { requested_at: closedLongAgo, confirmed_at: closedLongAgo, erased_at: null };
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', leaving.user.id).execute();
  await db
    .insertInto('account_deletions')
    .values({ user_id: leaving.user.id, reason: null, ...times })
    .execute();
  await eraseDueAccounts(db, now, createTestLog([]));
  const jobs = await db
    .selectFrom('background_jobs')
    .where('id', 'in', ids)
    .select('details')
    .orderBy('id')
    .execute();
  expect(jobs).toEqual([{ details: { notes: '' } }, { details: { notes: 'Mr. Ng called.' } }]);
});

test('an address at the domain of erased accounts makes no account count as erased', async () => {
  const user = await addUser(db, { email: `${randomUUID()}@deleted.invalid` });
  const leaver = await addUser(db, { email: `${randomUUID()}@deleted.invalid`, status: 'deleted' });
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${leaver.id}, ${now}, ${now})`.execute(db);
  for (const { id } of [user, leaver]) {
    await sql`
      with subscription as (
        insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
        values (${id}, 'Monthly', 'x', 'ios', 'active', '2001-01-01') returning id
      ) insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, amount_cents)
        select id, 'ios', ${randomUUID()}, '2001-01-01', '2001-02-01', false, 1 from subscription`.execute(
      db,
    );
  }
  const logLines: string[] = [];
  await eraseDueAccounts(db, now, createTestLog(logLines));
  expect(await db.selectFrom('charges').selectAll().execute()).toHaveLength(2);
  expect(logLines).toEqual([]);
});
