import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consumeRecoveryCode } from '#api/auth/recovery-codes.ts';
import { findAdministratorByToken } from '#api/auth/sessions.ts';
import { consumeTotpCode } from '#api/auth/totp.ts';
import { groups } from '#api/openapi/operations.ts';
import type { PasskeyCreation } from '#contract/second-factor.ts';
import { createAuthenticator } from '#tests/setup/api/authenticator.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import {
  addPasskey,
  addTotp,
  codeAt,
  STEP_MS,
  sendPassword,
  sendProof,
  signInWithTotp,
  takeChallenge,
} from '#tests/setup/api/second-factor.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);

const ENDED = { status: 401, body: { data: { reason: 'challenge_ended' } } };
const WRONG = { status: 401, body: { message: 'That code isn’t right, or it was used before.' } };
const pass = (ms: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + ms);
};
const nextCode = (secret: string) => {
  pass(STEP_MS);
  return codeAt(secret, api.clock.now);
};
const actionsOf = async (id: number) =>
  (
    await db.selectFrom('audit_entries').where('user_id', '=', id).select('action').orderBy('id').execute()
  ).map(({ action }) => action);
const countSessions = async (id: number) =>
  (await db.selectFrom('sessions').where('user_id', '=', id).select('id').execute()).length;

test('a sign-in without a second factor answers tokens, and no challenge', async () => {
  const { administrator } = await signInAdministrator(database, api);
  const { status, body } = await sendPassword(api, administrator);
  expect([status, Object.keys(body.data as object).sort()]).toEqual([
    200,
    ['capabilities', 'tokens', 'user'],
  ]);
});

test('with an authenticator app a sign-in takes two steps, and gives what one step gives', async () => {
  const { administrator, secret, uri, recoveryCodes } = await signInWithTotp(database, api);
  expect(uri).toContain(`secret=${secret}`);
  expect(new URL(uri).protocol).toBe('otpauth:');
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  const challenge = await takeChallenge(api, administrator, { rememberMe: true });
  expect(challenge).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    methods: ['totp', 'recovery_code'],
    passkey: null,
    expiresAt: new Date(api.clock.now.getTime() + 5 * 60_000).toISOString(),
  });
  expect(await countSessions(administrator.id)).toBe(1);
  const code = codeAt(secret, api.clock.now);
  const { status, body } = await sendProof(api, { challenge: challenge.token, method: 'totp', code });
  const data = body.data as { tokens: { token: string }; user: unknown; capabilities: unknown };
  const { id, first_name, last_name, email } = administrator;
  expect([status, data.user]).toEqual([200, { id, first_name, last_name, email, role: 'admin' }]);
  expect(data.capabilities).toEqual(api.capabilities);
  expect(await findAdministratorByToken(db, data.tokens.token, api.clock.now)).toMatchObject({ id });
  const session = await db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .select('expires_at')
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  // Remember-me is of the first step.
  expect(session?.expires_at).toEqual(new Date(api.clock.now.getTime() + 30 * 86_400_000));
  expect(await actionsOf(id)).toEqual(['second_factor_added', 'signed_in']);
});

test.each([
  [-2, 401],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 401],
])('the code of %d steps from now is answered with %d, also with a space in it', async (steps, status) => {
  const { administrator, secret } = await signInWithTotp(database, api);
  pass(STEP_MS * 3);
  const { token } = await takeChallenge(api, administrator);
  const digits = codeAt(secret, new Date(api.clock.now.getTime() + steps * STEP_MS));
  const code = ` ${digits.slice(0, 3)} ${digits.slice(3)}`;
  expect((await sendProof(api, { challenge: token, method: 'totp', code })).status).toBe(status);
});

test.each(['', '12345', '1234567', '١٢٣٤٥٦', 'äöüäöü', '12 34 5', '😀😀😀'])(
  '%j is a wrong code',
  async (code) => {
    const { administrator, ...caller } = await signInWithTotp(database, api);
    const { token } = await takeChallenge(api, administrator);
    for (const method of ['totp', 'recovery_code']) {
      expect(await sendProof(api, { challenge: token, method, code })).toMatchObject(WRONG);
    }
    await caller.post('/admin/account/security/totp');
    expect((await caller.post('/admin/account/security/totp/confirm', { code })).status).toBe(422);
  },
);

test('a code works once, also an older one that is still in time', async () => {
  const { administrator, secret } = await signInWithTotp(database, api);
  const code = nextCode(secret);
  const older = codeAt(secret, new Date(api.clock.now.getTime() - STEP_MS));
  const use = async (tried: string) => {
    const { token } = await takeChallenge(api, administrator);
    return sendProof(api, { challenge: token, method: 'totp', code: tried });
  };
  expect((await use(code)).status).toBe(200);
  expect(await use(code)).toMatchObject(WRONG);
  expect(await use(older)).toMatchObject(WRONG);
});

test('of 50 parallel tries with one code one succeeds', async () => {
  const { administrator, secret } = await signInWithTotp(database, api);
  const { token } = await takeChallenge(api, administrator);
  const before = await countSessions(administrator.id);
  const proof = { challenge: token, method: 'totp', code: codeAt(secret, api.clock.now) };
  const replies = await Promise.all(Array.from({ length: 50 }, () => sendProof(api, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countSessions(administrator.id)).toBe(before + 1);
});

test('of 50 parallel uses of one code, without limits, one succeeds', async () => {
  const { administrator, secret, recoveryCodes } = await signInWithTotp(database, api);
  const userId = administrator.id;
  const code = nextCode(secret);
  const used = await Promise.all(
    Array.from({ length: 50 }, () => consumeTotpCode(db, { userId, code }, api.clock.now)),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
  const recovered = await Promise.all(
    Array.from({ length: 50 }, () =>
      consumeRecoveryCode(db, { userId, code: recoveryCodes[3] ?? '' }, api.clock.now),
    ),
  );
  expect(recovered.filter(Boolean)).toHaveLength(1);
});

test('a challenge works once, for five minutes, and not after a password reset', async () => {
  const { administrator, secret } = await signInWithTotp(database, api);
  const used = await takeChallenge(api, administrator);
  const signIn = (token: string, code: string) => sendProof(api, { challenge: token, method: 'totp', code });
  expect((await signIn(used.token, nextCode(secret))).status).toBe(200);
  expect(await signIn(used.token, nextCode(secret))).toMatchObject(ENDED);
  const late = await takeChallenge(api, administrator);
  pass(5 * 60_000);
  expect(await signIn(late.token, nextCode(secret))).toMatchObject(ENDED);
  expect(await signIn(randomUUID(), '123456')).toMatchObject(ENDED);

  const stale = await takeChallenge(api, administrator);
  await createRequester(api.base).post('/auth/forgot-password', { email: administrator.email });
  const mail = await api.waitForMailTo(administrator.email, 'password_reset');
  const password = randomUUID();
  const token = mail.text.match(/token=([\w-]{43})/)?.[1];
  const reset = { token, password, confirmPassword: password };
  expect((await createRequester(api.base).post('/auth/reset-password', reset)).status).toBe(200);
  expect(await signIn(stale.token, nextCode(secret))).toMatchObject(ENDED);
  // The second factor outlives a reset of the password.
  expect(await takeChallenge(api, { ...administrator, password })).toBeDefined();
});

test('each recovery code signs in once, however it is written', async () => {
  const { administrator, recoveryCodes } = await signInWithTotp(database, api);
  const use = async (code: string) => {
    const { token } = await takeChallenge(api, administrator);
    return sendProof(api, { challenge: token, method: 'recovery_code', code });
  };
  const [first = '', second = ''] = recoveryCodes;
  const signedIn = await use(first);
  expect(signedIn.status).toBe(200);
  expect(await use(first)).toMatchObject(WRONG);
  expect((await use(` ${second.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  const { tokens } = signedIn.body.data as { tokens: { token: string } };
  const own = createRequester(api.base, tokens.token);
  expect((await own.get('/admin/account/security')).body.data).toMatchObject({ recoveryCodesLeft: 8 });
  const renewed = await own.post('/admin/account/security/recovery-codes');
  const { recoveryCodes: fresh } = renewed.body.data as { recoveryCodes: string[] };
  expect(fresh).toHaveLength(10);
  expect(await use(recoveryCodes[5] ?? '')).toMatchObject(WRONG);
  expect((await use(fresh[0] ?? '')).status).toBe(200);
  expect(
    await db.selectFrom('recovery_codes').where('user_id', '=', administrator.id).select('used_at').execute(),
  ).toHaveLength(10);
});

test('wrong codes count against the limit of the account, and a right password does not reset it', async () => {
  const { administrator, secret } = await signInWithTotp(database, api);
  for (let count = 1; count <= 5; count += 1) {
    const { token } = await takeChallenge(api, administrator);
    expect(await sendProof(api, { challenge: token, method: 'totp', code: 'abcdef' })).toMatchObject(WRONG);
  }
  const limited = await sendPassword(api, administrator);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
  pass(30_000);
  const { token } = await takeChallenge(api, administrator);
  expect((await sendProof(api, { challenge: token, method: 'totp', code: '000000' })).status).toBe(401);
  const again = { challenge: token, method: 'totp', code: codeAt(secret, api.clock.now) };
  const stillLimited = await sendProof(api, again);
  expect([stillLimited.status, stillLimited.headers.get('retry-after')]).toEqual([429, '60']);
  pass(60_000);
  const code = codeAt(secret, api.clock.now);
  expect((await sendProof(api, { ...again, code })).status).toBe(200);
  // The success has ended the limit.
  for (let count = 1; count <= 4; count += 1) {
    await sendPassword(api, { ...administrator, password: 'wrong' });
  }
  expect((await sendPassword(api, administrator)).status).toBe(200);
  const actions = await actionsOf(administrator.id);
  expect(actions.filter((action) => action === 'second_factor_failed')).toHaveLength(6);
  expect(actions.filter((action) => action === 'sign_in_failed')).toHaveLength(4);
});

test('neither a change nor a reset of the password ends the limit of wrong codes', async () => {
  const admin = await signInWithTotp(database, api);
  const { email, password: currentPassword } = admin.administrator;
  const tryWrongCode = async () =>
    (await admin.post('/admin/step-up', { method: 'totp', code: 'abcdef' })).status;
  for (let count = 1; count <= 4; count += 1) expect(await tryWrongCode()).toBe(422);
  const password = randomUUID();
  const changed = await admin.post('/admin/account/password', {
    currentPassword,
    password,
    confirmPassword: password,
  });
  expect(changed.status).toBe(200);
  expect(await tryWrongCode()).toBe(422);
  expect(await tryWrongCode()).toBe(429);
  await admin.post('/auth/forgot-password', { email });
  const isReset = ({ to, kind }: { to: string; kind: string }) => to === email && kind === 'password_reset';
  await expect.poll(() => api.sent.findLast(isReset)).toBeDefined();
  const token = api.sent.findLast(isReset)?.text.match(/token=([\w-]{43})/)?.[1];
  const next = { token, password: randomUUID() };
  const reset = await admin.post('/auth/reset-password', { ...next, confirmPassword: next.password });
  expect(reset.status).toBe(200);
  expect((await sendPassword(api, { email, password: next.password })).status).toBe(429);
});

test('a wrong password never tells that there is a second factor', async () => {
  const { administrator } = await signInWithTotp(database, api);
  const { administrator: plain } = await signInAdministrator(database, api);
  const wrong = { password: randomUUID() };
  const [one, other, unknown] = await Promise.all([
    sendPassword(api, { ...administrator, ...wrong }),
    sendPassword(api, { ...plain, ...wrong }),
    sendPassword(api, { email: `${randomUUID()}@example.com`, ...wrong }),
  ]);
  expect([one?.status, one?.body]).toEqual([other?.status, other?.body]);
  expect([one?.status, one?.body]).toEqual([unknown?.status, unknown?.body]);
});

test('between the two steps no call of an administrator works, and no refresh', async () => {
  const { administrator } = await signInWithTotp(database, api);
  const { token } = await takeChallenge(api, administrator);
  const caller = createRequester(api.base, token);
  const calls = groups
    .filter(({ access }) => access === 'administrator')
    .flatMap(({ operations }) => Object.values(operations).map(({ call }) => call));
  expect(calls.length).toBeGreaterThan(80);
  for (const { method, path } of calls) {
    const reply = await caller.send(method, path.replaceAll(/:\w+/g, '1'), method === 'GET' ? undefined : {});
    expect([reply.status, reply.body.data], `${method} ${path}`).toEqual([401, undefined]);
  }
  const refreshed = await createRequester(api.base).post('/auth/refresh-token', { refreshToken: token });
  expect(refreshed.status).toBe(401);
  for (const path of ['/user-export', '/failed-payment-export', '/recipe-export']) {
    expect((await fetch(`${api.base}/admin${path}?token=${token}`)).status).toBe(401);
  }
});

test('a passkey signs in, and no code is asked for', async () => {
  const admin = await signInAdministrator(database, api);
  const { authenticator, recoveryCodes } = await addPasskey(admin);
  expect(recoveryCodes).toHaveLength(10);
  const challenge = await takeChallenge(api, admin.administrator);
  expect(challenge).toMatchObject({
    methods: ['passkey', 'recovery_code'],
    passkey: {
      rpId: new URL(SITE).hostname,
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    },
  });
  if (!challenge.passkey) throw new Error('There is no passkey.');
  const proof = {
    challenge: challenge.token,
    method: 'passkey',
    assertion: authenticator.sign(challenge.passkey),
  };
  const replies = await Promise.all(Array.from({ length: 4 }, () => sendProof(api, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sendProof(api, proof)).toMatchObject(ENDED);
  const { body } = await admin.get('/admin/account/security');
  expect(body.data).toMatchObject({
    totp: null,
    passkeys: [{ name: 'Laptop', lastUsedAt: api.clock.now.toISOString() }],
    passkeysPossible: true,
  });
});

test('a passkey of another challenge, site or person is refused', async () => {
  const admin = await signInAdministrator(database, api);
  const { authenticator } = await addPasskey(admin);
  const other = await signInAdministrator(database, api);
  const { authenticator: foreign } = await addPasskey(other);
  const stranger = createAuthenticator('https://meals.example.evil.example');
  const { token, passkey } = await takeChallenge(api, admin.administrator);
  if (!passkey) throw new Error('There is no passkey.');
  const wrong = [
    authenticator.sign({ ...passkey, challenge: Buffer.from(randomUUID()).toString('base64url') }),
    authenticator.sign({ ...passkey, rpId: 'evil.example' }),
    foreign.sign(passkey),
    { ...stranger.sign(passkey), id: authenticator.id, rawId: authenticator.id },
  ];
  for (const assertion of wrong) {
    expect(await sendProof(api, { challenge: token, method: 'passkey', assertion })).toMatchObject(WRONG);
  }
  const assertion = authenticator.sign(passkey);
  expect((await sendProof(api, { challenge: token, method: 'passkey', assertion })).status).toBe(200);
});

test('a passkey is added for its challenge only, and once', async () => {
  const admin = await signInAdministrator(database, api);
  const authenticator = createAuthenticator(SITE);
  const readOptions = async () =>
    (await admin.post('/admin/account/security/passkeys/options')).body.data as PasskeyCreation;
  const add = (credential: object, name: string) =>
    admin.post('/admin/account/security/passkeys', { name, credential });
  const options = await readOptions();
  const credential = authenticator.register(options);
  expect(await add(credential, '  ')).toMatchObject({ status: 422, body: { message: 'Name is required' } });
  expect((await add(credential, 'Key')).status).toBe(200);
  expect((await add(credential, 'Key')).status).toBe(422);
  const next = await readOptions();
  expect(next.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })]);
  expect((await add(authenticator.register(next), 'Key')).status).toBe(409);
  const late = await readOptions();
  pass(5 * 60_000);
  expect((await add(createAuthenticator(SITE).register(late), 'Key')).status).toBe(422);
  const wrongSite = createAuthenticator('https://evil.example').register(await readOptions());
  expect((await add(wrongSite, 'Key')).status).toBe(422);
});

test('a secret counts once it is confirmed, for ten minutes, and a newer one replaces it', async () => {
  const admin = await signInAdministrator(database, api);
  const start = async () =>
    (await admin.post('/admin/account/security/totp')).body.data as { secret: string };
  const confirm = (code: string) => admin.post('/admin/account/security/totp/confirm', { code });
  expect((await confirm('123456')).status).toBe(409);
  const first = await start();
  const { secret } = await start();
  expect((await confirm(codeAt(first.secret, api.clock.now))).status).toBe(422);
  expect((await sendPassword(api, admin.administrator)).body.data).toHaveProperty('tokens');
  pass(9 * 60_000);
  expect((await confirm(codeAt(secret, api.clock.now))).status).toBe(200);
  // The code that confirmed it is used.
  const { token } = await takeChallenge(api, admin.administrator);
  const code = codeAt(secret, api.clock.now);
  expect(await sendProof(api, { challenge: token, method: 'totp', code })).toMatchObject(WRONG);
  const { secret: newer } = await start();
  pass(10 * 60_000);
  const session = await sendProof(api, {
    challenge: (await takeChallenge(api, admin.administrator)).token,
    method: 'totp',
    code: codeAt(secret, api.clock.now),
  });
  const { tokens } = session.body.data as { tokens: { token: string } };
  const late = await createRequester(api.base, tokens.token).post('/admin/account/security/totp/confirm', {
    code: codeAt(newer, api.clock.now),
  });
  expect(late.status).toBe(409);
});

test('the last factor takes the recovery codes with it, and its owner gets a mail', async () => {
  const admin = await signInWithTotp(database, api);
  await api.waitForMailTo(admin.administrator.email, 'second_factor_added');
  // The codes of the first factor stay.
  expect((await addPasskey(admin)).recoveryCodes).toBeNull();
  const { passkeys } = (await admin.get('/admin/account/security')).body.data as {
    passkeys: { id: number }[];
  };
  const other = await signInAdministrator(database, api);
  const path = `/admin/account/security/passkeys/${passkeys[0]?.id}/remove`;
  expect((await other.post(path)).status).toBe(404);
  expect((await admin.post('/admin/account/security/totp/remove')).status).toBe(200);
  await api.waitForMailTo(admin.administrator.email, 'second_factor_removed');
  expect((await admin.post('/admin/account/security/totp/remove')).status).toBe(404);
  expect((await admin.get('/admin/account/security')).body.data).toMatchObject({ recoveryCodesLeft: 10 });
  expect((await admin.post(path)).status).toBe(200);
  expect((await admin.get('/admin/account/security')).body.data).toEqual({
    requirement: 'optional',
    enrolBy: null,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    passkeysPossible: true,
  });
  await api.waitForMailTo(admin.administrator.email, 'second_factor_removed');
  const actions = await actionsOf(admin.administrator.id);
  expect(actions.filter((action) => action === 'second_factor_removed')).toHaveLength(2);
  expect((await sendPassword(api, admin.administrator)).body.data).toHaveProperty('tokens');
  expect((await admin.post('/admin/account/security/recovery-codes')).status).toBe(409);
});

test('a colleague resets a factor that was lost: mailed, audited, and every session ends', async () => {
  const owner = await signInAdministrator(database, api);
  const admin = await signInWithTotp(database, api);
  const { id, email } = admin.administrator;
  const reset = () => owner.post(`/admin/administrators/${id}/reset-factor`);
  const listed = async () =>
    ((await owner.get('/admin/administrators')).body.data as { id: number }[]).find((one) => one.id === id);
  expect(await listed()).toMatchObject({ hasSecondFactor: true });
  expect((await owner.post(`/admin/administrators/${owner.administrator.id}/reset-factor`)).status).toBe(409);
  expect((await owner.post('/admin/administrators/999999/reset-factor')).status).toBe(404);
  const { token } = await takeChallenge(api, admin.administrator);
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(409);
  expect((await admin.get('/admin/account')).status).toBe(401);
  expect(
    await sendProof(api, { challenge: token, method: 'totp', code: nextCode(admin.secret) }),
  ).toMatchObject(ENDED);
  await api.waitForMailTo(email, 'second_factor_removed');
  expect((await actionsOf(id)).at(-1)).toBe('second_factor_reset');
  expect(await listed()).toMatchObject({ hasSecondFactor: false });
  expect((await sendPassword(api, admin.administrator)).body.data).toHaveProperty('tokens');
});

test('a suspended administrator can’t take the second step', async () => {
  const owner = await signInAdministrator(database, api);
  const admin = await signInWithTotp(database, api);
  const { token } = await takeChallenge(api, admin.administrator);
  expect((await owner.post(`/admin/users/${admin.administrator.id}/suspend`)).status).toBe(200);
  expect(
    await sendProof(api, { challenge: token, method: 'totp', code: nextCode(admin.secret) }),
  ).toMatchObject(ENDED);
});

test('where it is off, nobody is asked, and its calls do not exist', async () => {
  const { administrator } = await signInWithTotp(database, api);
  const off = await serveApi(db, { secondFactor: 'off' });
  off.clock.now = api.clock.now;
  const { body } = await sendPassword(off, administrator);
  const { tokens, capabilities } = body.data as { tokens: { token: string }; capabilities: string[] };
  expect(capabilities).not.toContain('security:manage');
  const caller = createRequester(off.base, tokens.token);
  expect((await caller.get('/admin/account/security')).status).toBe(404);
  expect((await caller.post('/admin/step-up/options')).body.data).toEqual({
    methods: ['password'],
    passkey: null,
  });
});

test.each([
  ['http://127.0.0.1:4321', false],
  ['http://[::1]:4321', false],
  ['http://meals.example', false],
  ['http://localhost:4321', true],
  ['https://www.meals.example', true],
])('at %s passkeys are possible: %s', async (siteUrl, isPossible) => {
  const site = await serveApi(db, { siteUrl });
  const admin = await signInAdministrator(database, site);
  expect((await admin.get('/admin/account/security')).body.data).toMatchObject({
    passkeysPossible: isPossible,
  });
  const options = await admin.post('/admin/account/security/passkeys/options');
  expect(options.status).toBe(isPossible ? 200 : 409);
  await addTotp(admin, site);
});
