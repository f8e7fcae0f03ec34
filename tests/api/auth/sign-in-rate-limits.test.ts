import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashPassword } from '#api/auth/password-hash.ts';
import { hashLimitKey } from '#api/auth/rate-limits.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, type Reply } from '#tests/setup/api/requests.ts';
import { signInWithTotp } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const trusted = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { environment: trusted });
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** A client with its own address, so that tests do not share rate limits. */
function client() {
  const from = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const { post } = createRequester(api.base, undefined, { 'x-forwarded-for': from });
  return {
    signIn: (email: string, password: string) =>
      post('/auth/admin-login', { email, password, rememberMe: false }),
    post,
  };
}
const wrong = () => randomUUID();
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const pass = (milliseconds: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
};

function expectLimited({ status, headers, body }: Reply, seconds: number): void {
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe(String(seconds));
  expect(body).toEqual({ status: 429, message: expect.stringMatching(/^Too many attempts\./) });
}

test('every refused sign-in has the same answer, rate-limited or not', async () => {
  const administrator = await addAdministrator(db);
  const password = randomUUID();
  const password_hash = await hashPassword(password);
  const suspended = await addUser(db, { role: 'admin', status: 'suspended', password_hash });
  const deleted = await addUser(db, { role: 'admin', status: 'deleted', password_hash });
  const plain = await addUser(db, { password_hash });
  const without = await addUser(db, { role: 'admin' });
  const attempts = [
    [administrator.email, wrong()],
    [`${randomUUID()}@example.com`, wrong()],
    [suspended.email, password],
    [deleted.email, password],
    [plain.email, password],
    [without.email, ''],
    ['no address', ''],
  ] as const;
  for (let round = 1; round <= 7; round += 1) {
    const seen = await Promise.all(
      attempts.map(async ([email, tried]) => {
        const { status, body, headers } = await client().signIn(email, tried);
        const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
        return { status, body, rest };
      }),
    );
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    expect(seen[0]?.status).toBe(round <= 5 ? 401 : 429);
  }
});

test('after five failures a backoff grows to 15 minutes, for the correct password too', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn } = client();
  for (let count = 1; count <= 4; count += 1) expect((await signIn(email, wrong())).status).toBe(401);
  for (const pause of [30, 60, 120, 240, 480, 900, 900]) {
    expect((await signIn(email, wrong())).status).toBe(401);
    expectLimited(await signIn(email, password), pause);
    pass(pause * SECOND_MS - 1);
    expectLimited(await signIn(email.toUpperCase(), password), 1);
    pass(1);
  }
  expect((await signIn(email, password)).status).toBe(200);
  // A successful sign-in resets the count.
  for (let count = 1; count <= 5; count += 1) expect((await signIn(email, wrong())).status).toBe(401);
  expectLimited(await signIn(email, password), 30);
});

test('failures expire after a day', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn } = client();
  for (let count = 1; count <= 5; count += 1) await signIn(email, wrong());
  pass(24 * 60 * MINUTE_MS);
  for (let count = 1; count <= 4; count += 1) expect((await signIn(email, wrong())).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(200);
});

test('a backoff does not delay a password reset, and a reset ends it', async () => {
  const { email } = await addAdministrator(db);
  const { signIn, post } = client();
  for (let count = 1; count <= 6; count += 1) await signIn(email, wrong());
  expect((await post('/auth/forgot-password', { email })).status).toBe(200);
  const token = (await api.waitForMailTo(email)).text.match(/token=([\w-]{43})/)?.[1];
  const password = randomUUID();
  const reset = await post('/auth/reset-password', { token, password, confirmPassword: password });
  expect(reset.status).toBe(200);
  expect((await signIn(email, password)).status).toBe(200);
});

test('only well-formed failures count', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn, post } = client();
  for (let count = 1; count <= 8; count += 1) {
    expect((await post('/auth/admin-login', { email })).status).toBe(422);
    expect((await post('/auth/admin-login', '{')).status).toBe(400);
  }
  for (let count = 1; count <= 4; count += 1) await signIn(email, wrong());
  for (let count = 1; count <= 8; count += 1) expect((await signIn(email, password)).status).toBe(200);
});

test('one of two parallel wrong passwords at the limit is checked', async () => {
  const { email } = await addAdministrator(db);
  for (let count = 1; count <= 4; count += 1) await client().signIn(email, wrong());
  const replies = await Promise.all([client().signIn(email, wrong()), client().signIn(email, wrong())]);
  expect(statuses(replies)).toEqual([401, 429]);
});

test('five of fifty parallel wrong passwords from fifty clients are checked', async () => {
  const { email } = await addAdministrator(db);
  const replies = await Promise.all(Array.from({ length: 50 }, () => client().signIn(email, wrong())));
  expect(statuses(replies)).toEqual([...Array(5).fill(401), ...Array(45).fill(429)]);
});

test('a hundred failures from one client in ten minutes, over all accounts, also across a restart', async () => {
  const { email, password } = await addAdministrator(db);
  const { signIn } = client();
  for (let count = 1; count <= 60; count += 1) await signIn(`${randomUUID()}@example.com`, wrong());
  pass(4 * MINUTE_MS);
  // A correct password is not counted.
  for (let count = 1; count <= 3; count += 1) expect((await signIn(email, password)).status).toBe(200);
  const rest = await Promise.all(
    Array.from({ length: 50 }, () => signIn(`${randomUUID()}@example.com`, wrong())),
  );
  expect(statuses(rest)).toEqual([...Array(40).fill(401), ...Array(10).fill(429)]);
  expectLimited(await signIn(email, password), 6 * 60);
  pass(6 * MINUTE_MS - 1);
  expect((await signIn(email, password)).status).toBe(429);
  pass(1);
  expect((await signIn(email, password)).status).toBe(200);
});

test('a restarted server keeps the counts', async () => {
  const { email, password } = await addAdministrator(db);
  for (let count = 1; count <= 5; count += 1) await client().signIn(email, wrong());
  const next = await serveApi(db);
  next.clock.now = api.clock.now;
  const credentials = { email, password, rememberMe: false };
  expect((await createRequester(next.base).post('/auth/admin-login', credentials)).status).toBe(429);
});

test('the counted attempts name no person', async () => {
  const { email } = await addAdministrator(db);
  await client().signIn(email, wrong());
  const { rows } = await sql<{ xml: string }>`
    select table_to_xml('limits', true, false, '')::text as xml`.execute(db);
  expect(rows[0]?.xml).not.toContain(email);
});

test('a sign-in replaces a hash that has older parameters', async () => {
  const { id, email, password } = await addAdministrator(db);
  // An argon2id hash with half the memory, as of an older version.
  const { argon2Sync, randomBytes } = await import('node:crypto');
  const nonce = randomBytes(16);
  const older = { memory: 9_728, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...older });
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const password_hash = `$argon2id$v=19$m=9728,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
  await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  const hash = async () =>
    (await db.selectFrom('users').where('id', '=', id).select('password_hash').executeTakeFirstOrThrow())
      .password_hash;
  expect((await client().signIn(email, wrong())).status).toBe(401);
  expect(await hash()).toBe(password_hash);
  expect((await client().signIn(email, password)).status).toBe(200);
  await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  const both = await Promise.all([client().signIn(email, password), client().signIn(email, password)]);
  expect(statuses(both)).toEqual([200, 200]);
  const renewed = await hash();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await client().signIn(email, password)).status).toBe(200);
  expect(await hash()).toBe(renewed);
});

test('one address gets five links an hour, and the answers stay the same', async () => {
  for (const [path, more, kind] of [
    ['/auth/forgot-password', {}, 'password_reset'],
    ['/auth/delete-account-request', { confirmation: 'DELETE' }, 'deletion_request'],
  ] as const) {
    const { email } = await addUser(db);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client().post(path, { email, ...more })),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    const sent = () => api.sent.filter((mail) => mail.to === email && mail.kind === kind);
    const queued = db.selectFrom('mails').where('address', '=', email).selectAll();
    await expect.poll(() => queued.execute(), { timeout: 20_000 }).toEqual([]);
    // A newer mail replaces older ones, so some may not be sent.
    expect(sent().length).toBeGreaterThan(0);
    expect(sent().length).toBeLessThanOrEqual(5);
    pass(60 * MINUTE_MS);
    const before = sent().length;
    await client().post(path, { email, ...more });
    await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(before + 1);
  }
});

test('one client may ask for thirty mails in ten minutes', async () => {
  const { post } = client();
  const ask = () => post('/auth/forgot-password', { email: `${randomUUID()}@example.com` });
  const replies = await Promise.all(Array.from({ length: 40 }, ask));
  expect(statuses(replies)).toEqual([...Array(30).fill(200), ...Array(10).fill(429)]);
  expectLimited(await ask(), 600);
  pass(10 * MINUTE_MS);
  expect((await ask()).status).toBe(200);
});

test('wrong codes of a client count with its wrong passwords', async () => {
  const { post } = client();
  const person = await signInWithTotp({ db }, api);
  const { email, password } = person.administrator;
  let limited: Reply | undefined;
  for (let count = 1; count <= 120 && limited?.status !== 429; count += 1) {
    // Each account has a limit of its own.
    await db.deleteFrom('limits').where('key', '=', hashLimitKey('signInAccount', email)).execute();
    const first = await post('/auth/admin-login', { email, password });
    if (first.status === 429) limited = first;
    else {
      const { challenge } = first.body.data as { challenge: { token: string } };
      limited = await post('/auth/second-factor', { challenge: challenge.token, method: 'totp', code: '0' });
    }
  }
  expect(limited?.status).toBe(429);
});
