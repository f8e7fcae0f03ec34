import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { openSession } from '#api/auth/sessions.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, type Reply } from '#tests/setup/api/requests.ts';
import { codeAt, signInWithTotp, takeChallenge } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const { post } = createRequester(api.base);

/** The lines of one call; each must name its request. */
async function linesOf(call: () => Promise<Reply>) {
  const before = api.logLines.length;
  const { status, headers } = await call();
  const lines = api.logLines.slice(before).map((line) => JSON.parse(line));
  for (const line of lines) expect(line.requestId).toBe(headers.get('x-request-id'));
  return { status, lines };
}

const signIn = (email: string, password: string) => () =>
  post('/auth/admin-login', { email, password, rememberMe: false });

test('a sign-in logs one line: info for a success, a warning for a failure', async () => {
  const { id: userId, email, password } = await addAdministrator(db);
  const right = await linesOf(signIn(email, password));
  expect(right).toMatchObject({
    status: 200,
    lines: [{ level: 'info', event: 'sign_in', outcome: 'succeeded', userId }],
  });
  const wrong = await linesOf(signIn(email, randomUUID()));
  expect(wrong).toMatchObject({
    status: 401,
    lines: [{ level: 'warn', event: 'sign_in', outcome: 'refused', userId }],
  });
  const stranger = await linesOf(signIn(`${randomUUID()}@example.com`, randomUUID()));
  expect(stranger).toMatchObject({ status: 401, lines: [{ event: 'sign_in', outcome: 'refused' }] });
  expect(stranger.lines).toHaveLength(1);
  expect(stranger.lines[0]?.userId ?? null).toBeNull();
  for (let count = 2; count <= 5; count += 1) await signIn(email, randomUUID())();
  const limited = await linesOf(signIn(email, password));
  expect(limited).toMatchObject({
    status: 429,
    lines: [{ level: 'warn', event: 'sign_in', outcome: 'limited' }],
  });
});

test('every reason to refuse a sign-in logs the same kind of line', async () => {
  const { password, password_hash } = await addAdministrator(db);
  const people = [
    await addUser(db, { password_hash }),
    await addUser(db, { role: 'admin', status: 'suspended', password_hash }),
    await addUser(db, { role: 'admin' }),
  ];
  for (const { id: userId, email } of people) {
    const { lines } = await linesOf(signIn(email, password));
    expect(lines).toMatchObject([{ level: 'warn', event: 'sign_in', outcome: 'refused', userId }]);
  }
});

test('the second step of a sign-in and a proof are logged', async () => {
  const { administrator, secret, post: postAs } = await signInWithTotp({ db }, api);
  const { id: userId } = administrator;
  const prove = async (code: string) => {
    const { token } = await takeChallenge(api, administrator);
    return linesOf(() => post('/auth/second-factor', { challenge: token, method: 'totp', code }));
  };
  const event = 'second_factor';
  expect((await prove('000')).lines).toMatchObject([{ level: 'warn', event, outcome: 'refused', userId }]);
  const right = await prove(codeAt(secret, api.clock.now));
  expect(right.lines).toMatchObject([{ level: 'info', event: 'sign_in', outcome: 'succeeded', userId }]);
  const proof = await linesOf(() => postAs('/admin/step-up', { method: 'totp', code: '000' }));
  expect(proof.lines).toMatchObject([{ level: 'warn', event: 'step_up', outcome: 'refused', userId }]);
});

test('refreshing an ended session is logged', async () => {
  const { id } = await addAdministrator(db);
  const { token, refreshToken } = await openSession(db, { userId: id, rememberMe: false }, api.clock.now);
  await createRequester(api.base, token).post('/admin/logout');
  const { status, lines } = await linesOf(() => post('/auth/refresh-token', { refreshToken }));
  expect(status).toBe(401);
  expect(lines).toMatchObject([{ level: 'warn', event: 'refresh', outcome: 'refused', userId: id }]);
});

test('a password reset is logged, and so is an invalid link', async () => {
  const { id } = await addUser(db);
  const carrier = { id: randomUUID(), created_at: api.clock.now };
  const token = await issueOneTimeToken(
    db,
    { userId: id, purpose: 'password_reset', carrier },
    api.clock.now,
  );
  const password = randomUUID();
  const reset = () => post('/auth/reset-password', { token, password, confirmPassword: password });
  expect(await linesOf(reset)).toMatchObject({
    status: 200,
    lines: [{ level: 'info', event: 'password_reset', outcome: 'succeeded', userId: id }],
  });
  expect(await linesOf(reset)).toMatchObject({
    status: 400,
    lines: [{ level: 'warn', event: 'password_reset', outcome: 'refused' }],
  });
});

test('a sign-out is logged, on one device and everywhere', async () => {
  const { id: userId } = await addAdministrator(db);
  for (const path of ['/admin/logout', '/admin/account/sign-out-everywhere']) {
    const { token } = await openSession(db, { userId, rememberMe: false }, api.clock.now);
    expect(await linesOf(() => createRequester(api.base, token).post(path))).toMatchObject({
      status: 200,
      lines: [{ level: 'info', event: 'sign_out', outcome: 'succeeded', userId }],
    });
  }
});

test('a password change is logged, and so is a wrong current password', async () => {
  const { id: userId, password: currentPassword } = await addAdministrator(db);
  const { token } = await openSession(db, { userId, rememberMe: false }, api.clock.now);
  const password = randomUUID();
  const change = (current: string) => () =>
    createRequester(api.base, token).post('/admin/account/password', {
      currentPassword: current,
      password,
      confirmPassword: password,
    });
  expect(await linesOf(change(currentPassword))).toMatchObject({
    status: 200,
    lines: [{ level: 'info', event: 'password_change', outcome: 'succeeded', userId }],
  });
  for (let count = 1; count <= 5; count += 1) {
    expect(await linesOf(change(currentPassword))).toMatchObject({
      status: 422,
      lines: [{ level: 'warn', event: 'password_change', outcome: 'refused', userId }],
    });
  }
  expect(await linesOf(change(password))).toMatchObject({
    status: 429,
    lines: [{ level: 'warn', event: 'password_change', outcome: 'limited', userId }],
  });
});

test('an invalid deletion link is logged', async () => {
  const confirm = () => post('/auth/verify-delete-account-request', { token: randomUUID() });
  expect(await linesOf(confirm)).toMatchObject({
    status: 400,
    lines: [{ level: 'warn', event: 'account_deletion', outcome: 'refused' }],
  });
});

test.each([
  ['/auth/forgot-password', {}],
  ['/auth/delete-account-request', { confirmation: 'DELETE' }],
])(
  '%s: a mail that a limit holds back leaves a line, the address’s limit and the client’s',
  async (path, more) => {
    const email = `${randomUUID()}@example.com`;
    const ask = () => post(path, { ...more, email });
    for (let count = 1; count <= 5; count += 1) {
      expect(await linesOf(ask)).toEqual({ status: 200, lines: [] });
    }
    const limited = [{ level: 'warn', event: 'mail_request', outcome: 'limited' }];
    for (let count = 6; count <= 30; count += 1) {
      expect(await linesOf(ask)).toMatchObject({ status: 200, lines: limited });
    }
    expect(await linesOf(ask)).toMatchObject({ status: 429, lines: limited });
    api.clock.now = new Date(api.clock.now.getTime() + 600_000);
  },
);

test('a refused call of the console is logged', async () => {
  const anonymous = await linesOf(() => createRequester(api.base).get('/admin/users'));
  expect(anonymous).toMatchObject({
    status: 401,
    lines: [{ level: 'warn', event: 'access', outcome: 'refused' }],
  });
  const { id: userId } = await addAdministrator(db);
  const { token } = await openSession(db, { userId, rememberMe: false }, api.clock.now);
  await db
    .updateTable('users')
    .set({ role: 'user', administrator_role: null })
    .where('id', '=', userId)
    .execute();
  const forbidden = await linesOf(() => createRequester(api.base, token).get('/admin/users'));
  expect(forbidden).toMatchObject({
    status: 403,
    lines: [{ level: 'warn', event: 'access', outcome: 'refused', userId }],
  });
});

test('no line of this file names an address, a password or a token', () => {
  expect(api.logLines.length).toBeGreaterThan(12);
  for (const line of api.logLines) {
    expect(line).not.toContain('@');
    expect(line).not.toMatch(/[\w-]{43}/);
    const { time, level, msg, event, outcome, requestId, userId, ...more } = JSON.parse(line);
    expect(more).toEqual({});
    expect([time, level, msg, event, outcome, requestId].every((fact) => typeof fact === 'string')).toBe(
      true,
    );
    expect(['number', 'undefined', 'object']).toContain(typeof userId);
  }
});
