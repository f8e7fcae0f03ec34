import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '#api/auth/password-hash.ts';
import { findAdministratorByToken, openSession } from '#api/auth/sessions.ts';
import type { Session } from '#contract/account.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const isAlive = async (token: string) => (await findAdministratorByToken(db, token, api.clock.now)) !== null;
const actionsOf = async (id: number) =>
  (
    await db.selectFrom('audit_entries').where('user_id', '=', id).select('action').orderBy('id').execute()
  ).map(({ action }) => action);

async function sessionsOf(
  caller: Pick<Awaited<ReturnType<typeof signInAdministrator>>, 'get'>,
): Promise<Session[]> {
  const { body } = await caller.get('/admin/account');
  return (body.data as { sessions: Session[] }).sessions;
}

test('the account lists the sessions of the user, the own one first', async () => {
  const { email, password, id, first_name, last_name } = await addAdministrator(db);
  const browser = createRequester(api.base, undefined, { 'user-agent': firefox });
  const signedInHere = await browser.post('/auth/admin-login', { email, password, rememberMe: true });
  const { tokens } = signedInHere.body.data as { tokens: { token: string; refreshToken: string } };
  await openSession(db, { userId: id, rememberMe: false }, api.clock.now);
  const ended = await openSession(
    db,
    { userId: id, rememberMe: false },
    new Date(api.clock.now.getTime() - 13 * 3_600_000),
  );
  await createRequester(api.base, ended.token).post('/admin/logout');
  const start = api.clock.now;
  api.clock.now = new Date(start.getTime() + 60_000);
  await browser.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });

  const { body } = await createRequester(api.base, tokens.token).get('/admin/account');
  expect(body.data).toEqual({
    user: { id, first_name, last_name, email, role: 'admin' },
    sessions: [
      {
        id: expect.stringMatching(/^[\w-]{36}$/),
        createdAt: start.toISOString(),
        lastUsedAt: api.clock.now.toISOString(),
        expiresAt: new Date(start.getTime() + 30 * 86_400_000).toISOString(),
        userAgent: 'Firefox on Linux',
        current: true,
      },
      expect.objectContaining({ userAgent: '', current: false }),
    ],
  });
});

test('a user can end one of the own sessions only', async () => {
  const admin = await signInAdministrator(database, api);
  const other = await signInAdministrator(database, api);
  const elsewhere = await openSession(
    db,
    { userId: admin.administrator.id, rememberMe: true },
    api.clock.now,
  );
  const foreign = (await sessionsOf(other))[0]?.id;
  const own = (await sessionsOf(admin)).find(({ current }) => !current)?.id;
  for (const id of [foreign, randomUUID(), 'x']) {
    expect((await admin.post(`/admin/account/sessions/${id}/end`)).status).toBe(404);
  }
  expect((await admin.post(`/admin/account/sessions/${own}/end`)).status).toBe(200);
  expect((await admin.post(`/admin/account/sessions/${own}/end`)).status).toBe(404);
  expect(await isAlive(elsewhere.token)).toBe(false);
  expect(await isAlive(admin.tokens.token)).toBe(true);
  expect(await isAlive(other.tokens.token)).toBe(true);
  expect(await actionsOf(admin.administrator.id)).toEqual(['session_ended']);
});

test('signing out everywhere ends every own session and answers how many', async () => {
  const admin = await signInAdministrator(database, api);
  const other = await signInAdministrator(database, api);
  const elsewhere = await openSession(
    db,
    { userId: admin.administrator.id, rememberMe: true },
    api.clock.now,
  );
  const { status, body } = await admin.post('/admin/account/sign-out-everywhere');
  expect([status, body]).toEqual([
    200,
    { status: 200, message: 'Signed out on 2 devices, including this one.', data: { ended: 2 } },
  ]);
  expect(await isAlive(admin.tokens.token)).toBe(false);
  expect(await isAlive(elsewhere.token)).toBe(false);
  expect(
    (await createRequester(api.base).post('/auth/refresh-token', { refreshToken: elsewhere.refreshToken }))
      .status,
  ).toBe(401);
  expect(await isAlive(other.tokens.token)).toBe(true);
  expect(await actionsOf(admin.administrator.id)).toEqual(['signed_out_everywhere']);
});

const change = (admin: Awaited<ReturnType<typeof signInAdministrator>>, fields: object) =>
  admin.post('/admin/account/password', fields);

test('changing the own password ends the other sessions and sends a notice', async () => {
  const admin = await signInAdministrator(database, api);
  const { email, id, password: currentPassword } = admin.administrator;
  const elsewhere = await openSession(db, { userId: id, rememberMe: true }, api.clock.now);
  const password = randomUUID();
  const changed = await change(admin, { currentPassword, password, confirmPassword: password });
  expect(changed.status).toBe(200);
  expect(await isAlive(admin.tokens.token)).toBe(true);
  expect(await isAlive(elsewhere.token)).toBe(false);
  const signIn = (tried: string) =>
    createRequester(api.base).post('/auth/admin-login', { email, password: tried, rememberMe: false });
  expect((await signIn(currentPassword)).status).toBe(401);
  expect((await signIn(password)).status).toBe(200);
  expect((await api.waitForMailTo(email)).kind).toBe('password_changed');
  expect(await actionsOf(id)).toEqual(['password_changed', 'sign_in_failed', 'signed_in']);
  const entries = await db.selectFrom('audit_entries').where('user_id', '=', id).selectAll().execute();
  expect(entries[0]).toMatchObject({ actor_id: id, changes: [] });
});

test('a wrong current password counts as a failed sign-in', async () => {
  const admin = await signInAdministrator(database, api);
  const { email, password: right } = admin.administrator;
  const next = randomUUID();
  const tryWith = (currentPassword: string) =>
    change(admin, { currentPassword, password: next, confirmPassword: next });
  for (let count = 1; count <= 5; count += 1) {
    expect(await tryWith('wrong')).toMatchObject({
      status: 422,
      body: { message: 'Incorrect current password.' },
    });
  }
  const limited = await tryWith(right);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
  const signIn = { email, password: right, rememberMe: false };
  expect((await createRequester(api.base).post('/auth/admin-login', signIn)).status).toBe(429);
});

test('a server that is too busy to check the password counts no failure', async () => {
  const admin = await signInAdministrator(database, api);
  const currentPassword = admin.administrator.password;
  const password = randomUUID();
  const tryIt = () => change(admin, { currentPassword, password, confirmPassword: password });
  // Two run and a hundred wait, and a hash that is done is followed by the next before a request is read.
  let isBusy = true;
  onTestFinished(() => {
    isBusy = false;
  });
  const keepBusy = async () => {
    while (isBusy) await hashPassword('x');
  };
  const queue = Array.from({ length: 102 }, keepBusy);
  await expect(hashPassword('x')).rejects.toMatchObject({ status: 503 });
  const replies = [];
  for (let count = 1; count <= 6; count += 1) replies.push((await tryIt()).status);
  isBusy = false;
  expect(replies).toEqual(Array(6).fill(503));
  await Promise.all(queue);
  expect((await tryIt()).status).toBe(200);
});

test('a password change revokes mailed password links', async () => {
  const admin = await signInAdministrator(database, api);
  const { email, password: currentPassword } = admin.administrator;
  await admin.post('/auth/forgot-password', { email });
  const token = (await api.waitForMailTo(email)).text.match(/token=([\w-]{43})/)?.[1];
  const password = randomUUID();
  expect((await change(admin, { currentPassword, password, confirmPassword: password })).status).toBe(200);
  const other = randomUUID();
  const reset = { token, password: other, confirmPassword: other };
  expect((await createRequester(api.base).post('/auth/reset-password', reset)).status).toBe(400);
});

test.each([
  [{}, 'Current password is required'],
  [{ currentPassword: 'x' }, 'New password is required'],
  [{ currentPassword: 'x', password: 'y' }, 'Please confirm the new password'],
  [
    { currentPassword: 'x', password: 'green lanterns', confirmPassword: 'grey lanterns' },
    'Passwords do not match',
  ],
  [
    { currentPassword: 'x', password: 'short', confirmPassword: 'short' },
    'The password must have at least 8 characters',
  ],
])('%j is refused: %s', async (fields, message) => {
  const admin = await signInAdministrator(database, api);
  expect(await change(admin, fields)).toMatchObject({ status: 422, body: { message } });
});

test('one of ten parallel changes succeeds', async () => {
  const admin = await signInAdministrator(database, api);
  const currentPassword = admin.administrator.password;
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => {
      const password = randomUUID();
      return change(admin, { currentPassword, password, confirmPassword: password });
    }),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
