import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeAccountByToken } from '#api/accounts/deletion.ts';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { rotateRefreshToken } from '#api/auth/refresh.ts';
import { openSession } from '#api/auth/sessions.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { runHousekeeping } from '#api/startup/housekeeping.ts';
import { deletion } from '#brand/deletion.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();
const logLines: string[] = [];
const log = createTestLog(logLines);
const start = new Date();
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

test('challenges are deleted when they have expired', async () => {
  const { id } = await addAdministrator(db);
  await openSession(db, { userId: id, rememberMe: true }, start);
  const session = await db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sign_in_challenges')
    .values({
      ...{ hash: Buffer.from('hash'), user_id: id, remember_me: false, device: '', passkey_challenge: null },
      ...{ expires_at: later(0.1), used_at: null },
    })
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({ session_id: session.id, purpose: 'step_up', challenge: 'text', expires_at: later(0.1) })
    .execute();
  const counts = async () => {
    const tables = ['sign_in_challenges', 'passkey_challenges'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return rows.map(({ length }) => length);
  };
  await runHousekeeping(db, later(0.05), log);
  expect(await counts()).toEqual([1, 1]);
  await runHousekeeping(db, later(0.1), log);
  expect(await counts()).toEqual([0, 0]);
  await db.deleteFrom('sessions').execute();
});

test('expired rows are deleted, and the others stay', async () => {
  const { id } = await addAdministrator(db);
  const short = await openSession(db, { userId: id, rememberMe: false }, start);
  const long = await openSession(db, { userId: id, rememberMe: true }, start);
  await enqueueMail(db, { kind: 'password_changed', address: 'a@example.com' }, start);
  await enqueueMail(db, { kind: 'password_changed', address: 'b@example.com' }, start);
  await db.updateTable('mails').set({ given_up_at: start }).where('address', '=', 'b@example.com').execute();
  const counts = async () => {
    const tables = ['sessions', 'refresh_tokens', 'access_tokens', 'mails'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return rows.map(({ length }) => length);
  };

  await runHousekeeping(db, later(0.2), log);
  expect(await counts()).toEqual([2, 2, 2, 2]);
  await runHousekeeping(db, later(0.25), log);
  expect(await counts()).toEqual([2, 2, 0, 2]);
  await runHousekeeping(db, later(12), log);
  expect(await counts()).toEqual([1, 1, 0, 2]);
  expect((await rotateRefreshToken({ db, idleMinutes: 0 }, short.refreshToken, later(1))).outcome).toBe(
    'refused',
  );
  expect((await rotateRefreshToken({ db, idleMinutes: 0 }, long.refreshToken, later(13))).outcome).toBe(
    'refreshed',
  );
  await runHousekeeping(db, later(24 * 31), log);
  expect(await counts()).toEqual([0, 0, 0, 1]);
  expect(logLines).toEqual([]);
});

test('a failed step is logged, and the other steps run', async () => {
  const { db: broken } = await cloneDatabase();
  const { id } = await addAdministrator(broken);
  await openSession(broken, { userId: id, rememberMe: false }, start);
  await sql`insert into limits (key, hits, forget_at) values ('x', '{}', ${start})`.execute(broken);
  for (const table of ['account_deletions', 'access_tokens', 'mails']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_elsewhere`)}`.execute(broken);
  }
  const lines: string[] = [];
  await runHousekeeping(broken, later(13), createTestLog(lines));
  expect(await broken.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await broken.selectFrom('limits').selectAll().execute()).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      step: expect.any(String),
      err: { code: '42P01' },
    });
  }
});

/** A deletion request whose mail was sent at `left`. Returns the token of its link. */
async function requestAccountDeletion(userId: number, left: Date) {
  const carrier = { id: randomUUID(), created_at: start };
  const token = await issueOneTimeToken(db, { userId, purpose: 'deletion_request', carrier }, left);
  const times = { requested_at: start, confirmed_at: null, erased_at: null };
  await db
    .insertInto('account_deletions')
    .values({ user_id: userId, reason: 'mine', ...times })
    .execute();
  return token ?? '';
}

const requestsOf = (userId: number) =>
  db.selectFrom('account_deletions').where('user_id', '=', userId).selectAll().execute();

test('a request that was never confirmed is deleted with its reason once its link has expired', async () => {
  const [prompt, late, closed] = [await addUser(db), await addUser(db), await addUser(db)];
  await requestAccountDeletion(prompt.id, start);
  // The mail was sent hours after the request, and the link counts from then.
  await requestAccountDeletion(late.id, later(10));
  expect(
    await closeAccountByToken(
      db,
      { token: await requestAccountDeletion(closed.id, start), requestId: 'x' },
      later(1),
    ),
  ).toBe('closed');
  await runHousekeeping(db, later(deletion.linkHours - 0.1), log);
  for (const { id } of [prompt, late, closed])
    expect(await requestsOf(id)).toMatchObject([{ reason: 'mine' }]);
  await runHousekeeping(db, later(deletion.linkHours), log);
  expect(await requestsOf(prompt.id)).toEqual([]);
  expect(await requestsOf(late.id)).toHaveLength(1);
  await runHousekeeping(db, later(deletion.linkHours + 10), log);
  expect(await requestsOf(late.id)).toEqual([]);
  expect(await requestsOf(closed.id)).toMatchObject([{ confirmed_at: later(1) }]);
  expect(logLines).toEqual([]);
});

test('an account that is closed after its request was deleted is still erased', async () => {
  const user = await addUser(db);
  const token = await requestAccountDeletion(user.id, start);
  // A server whose clock is ahead.
  await runHousekeeping(db, later(deletion.linkHours), log);
  expect(await closeAccountByToken(db, { token, requestId: 'x' }, later(1))).toBe('closed');
  expect(await requestsOf(user.id)).toMatchObject([
    { reason: null, confirmed_at: later(1), erased_at: null },
  ]);
  await runHousekeeping(db, later(24 * deletion.withinDays), log);
  const kept = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirst();
  expect(kept?.first_name).toBe('Deleted');
});
