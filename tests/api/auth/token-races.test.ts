import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueOneTimeToken, revokePasswordLinks } from '#api/auth/one-time-tokens.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);

const waiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
};

test('a password reset and a parallel password change never deadlock', async () => {
  const admin = await signInAdministrator(database, api);
  const { id, password: currentPassword } = admin.administrator;
  const carrier = { id: randomUUID(), created_at: api.clock.now };
  const token = await issueOneTimeToken(
    db,
    { userId: id, purpose: 'password_reset', carrier },
    api.clock.now,
  );
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${id} for update`.execute(transaction);
    await held.promise;
  });
  const changing = admin.post('/admin/account/password', {
    currentPassword,
    password: mine,
    confirmPassword: mine,
  });
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const resetting = createRequester(api.base).post('/auth/reset-password', {
    token,
    password: theirs,
    confirmPassword: theirs,
  });
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  held.resolve();
  await holding;
  expect([(await changing).status, (await resetting).status]).toEqual([200, 400]);
});

test('a mail that is retried after its link was revoked contains no new link', async () => {
  const { administrator } = await signInAdministrator(database, api);
  const mail = { id: randomUUID(), created_at: api.clock.now };
  const issue = (carrier: typeof mail) =>
    issueOneTimeToken(db, { userId: administrator.id, purpose: 'password_reset', carrier }, api.clock.now);
  expect(await issue(mail)).not.toBeNull();
  await revokePasswordLinks(db, administrator.id);
  expect(await issue(mail)).toBeNull();
  expect(
    await issue({ id: randomUUID(), created_at: new Date(mail.created_at.getTime() + 1) }),
  ).not.toBeNull();
});
