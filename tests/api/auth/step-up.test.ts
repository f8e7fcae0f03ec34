import { expect, test } from 'vitest';
import { stepUpCalls } from '#api/auth/step-up.ts';
import type { PasskeyRequest } from '#contract/authentication.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import {
  addPasskey,
  codeAt,
  sendPassword,
  sendProof,
  signInWithTotp,
  takeChallenge,
} from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);

const MINUTE_MS = 60_000;
const ASKS_AGAIN = { status: 403, body: { data: { reason: 'step_up' } } };
const pass = (minutes: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + minutes * MINUTE_MS);
};
type Caller = ReturnType<typeof createRequester>;
/** An export has no JSON. */
const exportUsers = async (token: string) => {
  const answer = await fetch(`${api.base}/admin/user-export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return answer.status;
};
const readOptions = async (caller: Caller) =>
  (await caller.post('/admin/step-up/options')).body.data as {
    methods: string[];
    passkey: PasskeyRequest | null;
  };

test('every call that needs a proof is refused after ten minutes, and nothing is changed', async () => {
  const admin = await signInWithTotp(database, api);
  pass(10.1);
  const counts = async () =>
    Promise.all(
      (['users', 'app_keys', 'passkeys', 'totp_secrets', 'recovery_codes'] as const).map(
        async (table) => (await db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const before = await counts();
  expect(stepUpCalls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /admin/activity-export',
    'GET /admin/failed-payment-export',
    'GET /admin/user-export',
    'GET /admin/users/:userId/personal-data',
    'POST /admin/account/security/passkeys',
    'POST /admin/account/security/passkeys/:id/remove',
    'POST /admin/account/security/passkeys/options',
    'POST /admin/account/security/recovery-codes',
    'POST /admin/account/security/totp',
    'POST /admin/account/security/totp/confirm',
    'POST /admin/account/security/totp/remove',
    'POST /admin/administrators',
    'POST /admin/administrators/:id/reset-factor',
    'POST /admin/app-keys',
    'POST /admin/app-keys/:id/revoke',
    'POST /admin/app-keys/:id/roll',
    'POST /admin/subscriptions/:id/store-acts',
    'PUT /admin/administrators/:id/role',
  ]);
  for (const { method, path } of stepUpCalls) {
    const body = method === 'GET' ? undefined : {};
    expect(await admin.send(method, path.replaceAll(/:\w+/g, '1'), body), path).toMatchObject(ASKS_AGAIN);
  }
  expect(await counts()).toEqual(before);
});

test('a sign-in is a proof for ten minutes, and a proof for ten more', async () => {
  const { administrator } = await signInAdministrator(database, api);
  const signedIn = await sendPassword(api, administrator);
  const { tokens } = signedIn.body.data as { tokens: { token: string } };
  const caller = createRequester(api.base, tokens.token);
  pass(10);
  expect(await exportUsers(tokens.token)).toBe(200);
  pass(0.1);
  expect(await exportUsers(tokens.token)).toBe(403);
  // What needs no proof goes on.
  expect((await caller.get('/admin/users')).status).toBe(200);
  expect(await readOptions(caller)).toEqual({ methods: ['password'], passkey: null });
  const wrong = await caller.post('/admin/step-up', { method: 'password', password: 'wrong' });
  expect([wrong.status, wrong.body.message]).toEqual([422, 'Incorrect password.']);
  expect(await exportUsers(tokens.token)).toBe(403);
  const { password } = administrator;
  expect((await caller.post('/admin/step-up', { method: 'password', password })).status).toBe(200);
  expect(await exportUsers(tokens.token)).toBe(200);
});

test('with a second factor the password is no proof, and a code is one once', async () => {
  const admin = await signInWithTotp(database, api);
  pass(11);
  expect(await readOptions(admin)).toEqual({ methods: ['totp'], passkey: null });
  const { password } = admin.administrator;
  expect((await admin.post('/admin/step-up', { method: 'password', password })).status).toBe(422);
  const code = codeAt(admin.secret, api.clock.now);
  const other = await takeChallenge(api, admin.administrator);
  expect((await sendProof(api, { challenge: other.token, method: 'totp', code })).status).toBe(200);
  const again = await admin.post('/admin/step-up', { method: 'totp', code });
  expect([again.status, again.body.message]).toEqual([422, 'That code isn’t right, or it was used before.']);
  pass(0.5);
  const fresh = { method: 'totp', code: codeAt(admin.secret, api.clock.now) };
  const replies = await Promise.all(Array.from({ length: 4 }, () => admin.post('/admin/step-up', fresh)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await exportUsers(admin.tokens.token)).toBe(200);
  // It counts for this session only.
  const elsewhere = await db
    .selectFrom('sessions')
    .where('user_id', '=', admin.administrator.id)
    .select('proven_at')
    .execute();
  expect(new Set(elsewhere.map(({ proven_at }) => proven_at.getTime())).size).toBe(2);
});

test('a passkey is a proof', async () => {
  const admin = await signInAdministrator(database, api);
  const { authenticator } = await addPasskey(admin);
  pass(11);
  const { methods, passkey } = await readOptions(admin);
  expect(methods).toEqual(['passkey']);
  if (!passkey) throw new Error('There is no passkey.');
  const body = { method: 'passkey', assertion: authenticator.sign(passkey) };
  expect((await admin.post('/admin/step-up', body)).status).toBe(200);
  expect((await admin.post('/admin/step-up', body)).status).toBe(422);
  expect(await exportUsers(admin.tokens.token)).toBe(200);
});

test('wrong proofs count as failed sign-ins', async () => {
  const admin = await signInAdministrator(database, api);
  const { email, password } = admin.administrator;
  for (let count = 1; count <= 5; count += 1) {
    expect((await admin.post('/admin/step-up', { method: 'password', password: 'wrong' })).status).toBe(422);
  }
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', admin.administrator.id)
    .where('action', '=', 'sign_in_failed')
    .select('actor_id')
    .execute();
  expect(entries).toEqual(Array(5).fill({ actor_id: admin.administrator.id }));
  const limited = await admin.post('/admin/step-up', { method: 'password', password });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await sendPassword(api, { email, password })).status).toBe(429);
});

test('a right proof ends the failures before it', async () => {
  const admin = await signInAdministrator(database, api);
  const { password } = admin.administrator;
  const prove = async (tried: string) =>
    (await admin.post('/admin/step-up', { method: 'password', password: tried })).status;
  for (let round = 1; round <= 2; round += 1) {
    for (let count = 1; count <= 4; count += 1) expect(await prove('wrong')).toBe(422);
    expect(await prove(password)).toBe(200);
  }
});

test('suspending an administrator needs a proof, suspending an app user none', async () => {
  const admin = await signInAdministrator(database, api);
  const { administrator: other } = await signInAdministrator(database, api);
  const user = await addUser(db);
  pass(11);
  expect((await admin.post(`/admin/users/${user.id}/suspend`)).status).toBe(200);
  expect(await admin.post(`/admin/users/${other.id}/suspend`)).toMatchObject(ASKS_AGAIN);
  const { password } = admin.administrator;
  await admin.post('/admin/step-up', { method: 'password', password });
  expect((await admin.post(`/admin/users/${other.id}/suspend`)).status).toBe(200);
});
