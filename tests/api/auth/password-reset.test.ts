import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { findAdministratorByToken, openSession } from '#api/auth/sessions.ts';
import type { MailKind } from '#contract/mails.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const { post } = createRequester(api.base);
const HOUR_MS = 3_600_000;

const EXPIRED = 'This link was already used or has expired. Please request a new one.';

/** Requests a link and returns the token of the mail. */
async function tokenFor(email: string): Promise<string> {
  const texts = () => sentTo(email, 'password_reset').map(({ text }) => text);
  const before = texts().length;
  await post('/auth/forgot-password', { email });
  await expect.poll(texts, { timeout: 20_000 }).toHaveLength(before + 1);
  const token = texts()
    .at(-1)
    ?.match(/reset-password\?token=([\w-]{43})\b/)?.[1];
  if (!token) throw new Error('The mail has no link.');
  return token;
}

const sentTo = (email: string, kind: MailKind) =>
  api.sent.filter((message) => message.to === email && message.kind === kind);
const emptied = () =>
  expect.poll(() => db.selectFrom('mails').selectAll().execute(), { timeout: 20_000 }).toEqual([]);

const reset = (token: string, password: string, confirmPassword = password) =>
  post('/auth/reset-password', { token, password, confirmPassword });
const signIn = (email: string, password: string) =>
  post('/auth/admin-login', { email, password, rememberMe: false });
const hashOf = async (id: number) =>
  (await db.selectFrom('users').where('id', '=', id).select('password_hash').executeTakeFirst())
    ?.password_hash;

test('a mailed link replaces a forgotten password once, and the owner gets a notice', async () => {
  const administrator = await addAdministrator(db);
  const sessions = await Promise.all(
    [1, 2].map(() => openSession(db, { userId: administrator.id, rememberMe: true }, api.clock.now)),
  );
  const token = await tokenFor(administrator.email);
  expect((await api.waitForMailTo(administrator.email)).text).toContain(
    `${SITE}/reset-password?token=${token}\n`,
  );
  const password = randomUUID();
  const { status, body } = await reset(token, password);
  expect([status, body]).toEqual([
    200,
    { status: 200, message: 'Your password has been changed. You can now sign in with it.' },
  ]);
  for (const session of sessions) {
    expect(await findAdministratorByToken(db, session.token, api.clock.now)).toBeNull();
    const refreshed = await post('/auth/refresh-token', { refreshToken: session.refreshToken });
    expect(refreshed.status).toBe(401);
  }
  expect((await signIn(administrator.email, administrator.password)).status).toBe(401);
  expect((await signIn(administrator.email, password)).status).toBe(200);
  await emptied();
  expect(sentTo(administrator.email, 'password_changed')).toHaveLength(1);
  expect(await reset(token, randomUUID())).toMatchObject({ status: 400, body: { message: EXPIRED } });
});

test('an app user can choose a new password too', async () => {
  const user = await addUser(db);
  expect((await reset(await tokenFor(user.email), randomUUID())).status).toBe(200);
  expect(await hashOf(user.id)).toMatch(/^\$argon2id\$/);
});

test('only a mailed link verifies the email address', async () => {
  const [mailed, shown] = [await addUser(db), await addUser(db)];
  const verified = async (id: number) =>
    (await db.selectFrom('users').where('id', '=', id).select('is_email_verified').executeTakeFirstOrThrow())
      .is_email_verified;
  expect((await reset(await tokenFor(mailed.email), randomUUID())).status).toBe(200);
  expect(await verified(mailed.id)).toBe(true);
  const carrier = { id: randomUUID(), created_at: api.clock.now, byMail: false };
  const token = await issueOneTimeToken(
    db,
    { userId: shown.id, purpose: 'password_reset', carrier },
    api.clock.now,
  );
  expect((await reset(token ?? '', randomUUID())).status).toBe(200);
  expect(await verified(shown.id)).toBe(false);
});

test('the database stores hashes of mailed tokens, no tokens', async () => {
  const user = await addUser(db);
  const reset = await tokenFor(user.email);
  await post('/auth/delete-account-request', { email: user.email, confirmation: 'DELETE' });
  await expect.poll(() => sentTo(user.email, 'deletion_request')).toHaveLength(1);
  const deletion =
    sentTo(user.email, 'deletion_request')[0]?.text.match(/delete-account\/([\w-]{43})/)?.[1] ?? '';
  await emptied();
  const { rows } = await sql<{ xml: string }>`
    select database_to_xml(true, false, '')::text as xml`.execute(db);
  for (const token of [reset, deletion]) {
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes).toHaveLength(32);
    for (const spelled of [token, bytes.toString('base64'), bytes.toString('hex')]) {
      expect(rows[0]?.xml).not.toContain(spelled);
    }
    expect(rows[0]?.xml).toContain(createHash('sha256').update(token).digest('base64'));
  }
});

test('exactly one of fifty parallel posts of one token succeeds, also in the database', async () => {
  const user = await addUser(db);
  const token = await tokenFor(user.email);
  const replies = await Promise.all(Array.from({ length: 50 }, () => reset(token, randomUUID())));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(49);
  await emptied();
  expect(sentTo(user.email, 'password_changed')).toHaveLength(1);
});

test('a newer link replaces the older one, and every link expires after an hour', async () => {
  const user = await addUser(db);
  const older = await tokenFor(user.email);
  const newer = await tokenFor(user.email);
  expect((await reset(older, randomUUID())).status).toBe(400);
  expect(await hashOf(user.id)).toBeNull();
  const start = api.clock.now;
  api.clock.now = new Date(start.getTime() + HOUR_MS);
  expect((await reset(newer, randomUUID())).status).toBe(400);
  api.clock.now = new Date(start.getTime() + HOUR_MS - 1);
  expect((await reset(newer, randomUUID())).status).toBe(200);
});

test('a sign-in with the old password during a reset gets no session', async () => {
  const administrator = await addAdministrator(db);
  const held = Promise.withResolvers<void>();
  const resetting = db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password_hash: 'another' })
      .where('id', '=', administrator.id)
      .execute();
    await held.promise;
  });
  const signingIn = signIn(administrator.email, administrator.password);
  const waiting = sql<{ count: number }>`
    select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 20_000 }).toBe(1);
  held.resolve();
  await resetting;
  expect((await signingIn).status).toBe(401);
});

test('a deletion link resets no password', async () => {
  const user = await addUser(db);
  await post('/auth/delete-account-request', { email: user.email, confirmation: 'DELETE' });
  const { text } = await api.waitForMailTo(user.email);
  const token = text.match(/delete-account\/([\w-]{43})/)?.[1] ?? '';
  expect((await reset(token, randomUUID())).status).toBe(400);
  expect(await hashOf(user.id)).toBeNull();
});

test('a user who was suspended after the mail left cannot sign in', async () => {
  const user = await addUser(db);
  const token = await tokenFor(user.email);
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute();
  expect((await reset(token, randomUUID())).status).toBe(400);
  expect(await hashOf(user.id)).toBeNull();
});

test('known, unknown, suspended and unusual addresses get the same answer and cause the same work', async () => {
  const [user, suspended] = [await addUser(db), await addUser(db, { status: 'suspended' })];
  const addresses = [
    user.email,
    suspended.email,
    `${randomUUID()}@example.com`,
    "'or'1'='1@example.com",
    'jürgen@bücher.example',
  ];
  const answers = await Promise.all(
    addresses.map(async (email) => {
      const { status, body, headers } = await post('/auth/forgot-password', { email });
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
      return { status, body, rest };
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(200);
});

const long = 'päss'.repeat(65);
test.each([
  [{}, 'Token is missing. Please use the link provided in the email.'],
  [
    { token: ' ', password: 'x', confirmPassword: 'x' },
    'Token is missing. Please use the link provided in the email.',
  ],
  [{ token: 'x' }, 'Password fields are required'],
  [{ token: 'x', password: 'long enough', confirmPassword: '' }, 'Password fields are required'],
  [{ token: 'x', password: '        ', confirmPassword: '        ' }, 'Password fields are required'],
  [{ token: 'x', password: 'green lanterns', confirmPassword: 'grey lanterns' }, 'Passwords do not match'],
  [
    { token: 'x', password: 'seven77', confirmPassword: 'seven77' },
    'The password must have at least 8 characters',
  ],
  [{ token: 'x', password: long, confirmPassword: long }, 'The password can have at most 256 characters'],
])('%j is refused: %s', async (fields, message) => {
  expect(await post('/auth/reset-password', fields)).toMatchObject({
    status: 422,
    body: { status: 422, message },
  });
});

test('an empty address is refused with the message of the form', async () => {
  for (const body of [{}, { email: '' }, { email: ' ' }, { email: null }]) {
    expect(await post('/auth/forgot-password', body)).toMatchObject({
      status: 422,
      body: { message: 'Email is required' },
    });
  }
});

test('no token and no address is in the log', () => {
  const secrets = api.sent.flatMap(({ to, text }) => [to, ...(text.match(/token=[\w-]{43}/g) ?? [])]);
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) expect(api.logLines.join()).not.toContain(secret.replace('token=', ''));
});
