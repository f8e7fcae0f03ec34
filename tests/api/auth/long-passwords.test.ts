import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { verifyPassword } from '#api/auth/password-hash.ts';
import { isCommonPassword } from '#api/auth/password-rules.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Normalising takes quadratic time in a run of combining marks, on the only thread of the server. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const { post } = createRequester(api.base);

const marks = `a${'\u0301\u0323'.repeat(25_000)}`;
const TOO_LONG = 'The password can have at most 256 characters';

const normalize = vi.spyOn(String.prototype, 'normalize');
beforeEach(() => void normalize.mockClear());

/** The length in code units of the longest normalised text. */
const longest = () => Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));

test('a sign-in with a long password is answered as any wrong one, and the password is not normalised', async () => {
  const { email } = await addAdministrator(db);
  const signIn = (password: string) => post('/auth/admin-login', { email, password, rememberMe: false });
  const [long, short] = [await signIn(marks), await signIn(randomUUID())];
  expect([long.status, long.body]).toEqual([401, short.body]);
  expect(longest()).toBeLessThanOrEqual(2_048);
});

test('a reset and a change of password with a long one say that it is too long, at any length', async () => {
  const admin = await signInAdministrator(database, api);
  const carrier = { id: randomUUID(), created_at: api.clock.now };
  const { id } = admin.administrator;
  const token = await issueOneTimeToken(
    db,
    { userId: id, purpose: 'password_reset', carrier },
    api.clock.now,
  );
  for (const password of ['x'.repeat(2_049), 'x'.repeat(10_001), marks]) {
    const replies = [
      await post('/auth/reset-password', { token, password, confirmPassword: password }),
      await admin.post('/admin/account/password', {
        currentPassword: 'x',
        password,
        confirmPassword: password,
      }),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ status: 422, body: { message: TOO_LONG } });
  }
  expect(longest()).toBeLessThanOrEqual(2_048);
});

test('a current password that is too long is wrong', async () => {
  const admin = await signInAdministrator(database, api);
  const password = randomUUID();
  const fields = { currentPassword: marks, password, confirmPassword: password };
  expect(await admin.post('/admin/account/password', fields)).toMatchObject({
    status: 422,
    body: { message: 'Incorrect current password.' },
  });
  expect(longest()).toBeLessThanOrEqual(2_048);
});

/** Hashes a password of any length. */
function hashOf(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${plain(nonce)}$${plain(tag)}`;
}

test.each([
  [2_048, true],
  [2_049, false],
])('a password of %i code units may be right: %s', async (length, mayBe) => {
  const password = 'x'.repeat(length);
  expect(await verifyPassword(password, hashOf(password))).toBe(mayBe);
});

test('a password that is too long does not match the empty one', async () => {
  expect(await verifyPassword('', hashOf(''))).toBe(true);
  expect(await verifyPassword('x'.repeat(2_049), hashOf(''))).toBe(false);
});

test('normalising a password that is too long throws', () => {
  expect(() => isCommonPassword(marks, 'x')).toThrow(RangeError);
});
