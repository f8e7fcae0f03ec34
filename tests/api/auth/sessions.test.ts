import { expect, test } from 'vitest';
import { rotateRefreshToken } from '#api/auth/refresh.ts';
import { findAdministratorByToken, openSession, revokeSession } from '#api/auth/sessions.ts';
import { mulberry32, type Random, randomInteger } from '#api/demo/random.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { seed } from '#tests/setup/seed.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const administrator = await addAdministrator(db);
const { post } = createRequester(api.base);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const start = new Date();
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const open = ({ rememberMe = false } = {}) =>
  openSession(db, { userId: administrator.id, rememberMe }, start);
/** null if the refresh was refused. */
async function refresh(refreshToken: string, now: Date) {
  const rotation = await rotateRefreshToken({ db, idleMinutes: 0 }, refreshToken, now);
  return rotation.outcome === 'refreshed' ? rotation.tokens : null;
}
const isTokenValid = async (token: string, now = start) =>
  (await findAdministratorByToken(db, token, now)) !== null;

test('signing in, refreshing and signing out over HTTP, with the tokens of a browser', async () => {
  const { status, body } = await post('/auth/admin-login', {
    email: ` ${administrator.email.toUpperCase()}`,
    password: administrator.password,
    rememberMe: false,
  });
  expect(status).toBe(200);
  const { tokens, user } = body.data as { tokens: { token: string; refreshToken: string }; user: object };
  expect(user).toEqual({
    id: administrator.id,
    first_name: administrator.first_name,
    last_name: administrator.last_name,
    email: administrator.email,
    role: 'admin',
  });
  const reply = await post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
  const next = reply.body.data as { token: string; refreshToken: string };
  expect(new Set([tokens.token, tokens.refreshToken, next.token, next.refreshToken]).size).toBe(4);
  const signedIn = createRequester(api.base, next.token);
  expect((await signedIn.get('/admin/users')).status).toBe(200);
  expect((await signedIn.post('/admin/logout')).status).toBe(200);
  for (const token of [tokens.token, next.token]) {
    expect((await createRequester(api.base, token).get('/admin/users')).status).toBe(401);
  }
  for (const refreshToken of [tokens.refreshToken, next.refreshToken]) {
    expect((await post('/auth/refresh-token', { refreshToken })).status).toBe(401);
  }
});

test('a sign-in without remember-me gets a short session', async () => {
  const { email, password, id } = await addAdministrator(db);
  expect((await post('/auth/admin-login', { email, password })).status).toBe(200);
  const [session] = await db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute();
  expect(session?.expires_at).toEqual(new Date(api.clock.now.getTime() + 12 * HOUR_MS));
  for (const rememberMe of [null, 'yes', 1]) {
    expect((await post('/auth/admin-login', { email, password, rememberMe })).status).toBe(422);
  }
});

test('the database stores hashes of tokens, no tokens', async () => {
  const { token, refreshToken } = await open();
  const child = await refresh(refreshToken, start);
  const stored = JSON.stringify([
    await db.selectFrom('refresh_tokens').selectAll().execute(),
    await db.selectFrom('access_tokens').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
  ]);
  for (const secret of [token, refreshToken, child?.token ?? '', child?.refreshToken ?? '']) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(JSON.stringify([...Buffer.from(secret, 'base64url')]));
  }
});

test('the parent gives the same child until the child is used; then it ends the family', async () => {
  const { refreshToken: parent } = await open();
  const first = await refresh(parent, start);
  const again = await refresh(parent, start);
  expect(again?.refreshToken).toBe(first?.refreshToken);
  const second = await refresh(first?.refreshToken ?? '', start);
  expect(await refresh(parent, start)).toBeNull();
  expect(await refresh(second?.refreshToken ?? '', start)).toBeNull();
  expect(await isTokenValid(second?.token ?? '')).toBe(false);
});

test.each([
  [false, 12 * HOUR_MS],
  [true, 30 * 24 * HOUR_MS],
])('with remember-me %s a session ends at its absolute lifetime', async (rememberMe, lifetimeMs) => {
  let { token, refreshToken } = await open({ rememberMe });
  expect(await isTokenValid(token, later(15 * MINUTE_MS - 1))).toBe(true);
  expect(await isTokenValid(token, later(15 * MINUTE_MS))).toBe(false);
  const step = lifetimeMs / 24;
  for (let time = step; time < lifetimeMs; time += step) {
    const next = await refresh(refreshToken, later(time));
    expect(next).not.toBeNull();
    ({ token, refreshToken } = next ?? { token, refreshToken });
  }
  const last = await refresh(refreshToken, later(lifetimeMs - 1));
  expect(await isTokenValid(last?.token ?? '', later(lifetimeMs - 1))).toBe(true);
  expect(await isTokenValid(last?.token ?? '', later(lifetimeMs))).toBe(false);
  expect(await refresh(last?.refreshToken ?? '', later(lifetimeMs))).toBeNull();
});

test('a user who is suspended, deleted or no longer an administrator is signed out at once', async () => {
  for (const change of [
    { status: 'suspended' },
    { status: 'deleted' },
    { role: 'user', administrator_role: null },
  ] as const) {
    const person = await addAdministrator(db);
    const { token, refreshToken } = await openSession(db, { userId: person.id, rememberMe: true }, start);
    await db.updateTable('users').set(change).where('id', '=', person.id).execute();
    expect(await refresh(refreshToken, start)).toBeNull();
    const { status } = await createRequester(api.base, token).get('/admin/users');
    expect(status).toBe('role' in change ? 403 : 401);
  }
});

/** The expected state of a session by the rules. */
type Model = { id: string; refresh: string[]; access: string[]; revoked: boolean };

async function newFamily(): Promise<Model> {
  const { token, refreshToken } = await open();
  const found = await findAdministratorByToken(db, token, start);
  if (!found) throw new Error('A new session is not alive.');
  return { id: found.sessionId, refresh: [refreshToken], access: [token], revoked: false };
}

/** A random token of the session, mostly a recent one. */
function someToken(random: Random, family: Model): number {
  const behind =
    random() < 0.85 ? randomInteger(random, 0, 1) : randomInteger(random, 0, family.refresh.length);
  return Math.max(0, family.refresh.length - 1 - behind);
}

async function present(family: Model, generation: number): Promise<void> {
  const newest = family.refresh.length - 1;
  const rotation = await rotateRefreshToken({ db, idleMinutes: 0 }, family.refresh[generation] ?? '', start);
  if (family.revoked || generation < newest - 1) {
    expect(rotation.outcome).toBe(family.revoked ? 'refused' : 'replayed');
    family.revoked = true;
    return;
  }
  if (rotation.outcome !== 'refreshed')
    throw new Error(`A good token of generation ${generation} of ${newest} was ${rotation.outcome}.`);
  const answer = rotation.tokens;
  family.access.push(answer.token);
  if (generation === newest) family.refresh.push(answer.refreshToken);
  expect(answer.refreshToken).toBe(family.refresh[generation + 1]);
}

async function checkFamily(family: Model): Promise<void> {
  const states = await Promise.all(family.access.map((token) => isTokenValid(token)));
  expect(new Set(states)).toEqual(new Set([!family.revoked]));
  const tokens = await db
    .selectFrom('refresh_tokens')
    .where('session_id', '=', family.id)
    .select('generation')
    .execute();
  expect(tokens.map(({ generation }) => generation).sort((one, other) => one - other)).toEqual([
    ...family.refresh.keys(),
  ]);
}

test(`thousands of random steps follow the rules (seed ${seed})`, async () => {
  const random = mulberry32(seed);
  const history = async () => {
    const family = await newFamily();
    const steps = randomInteger(random, 4, 24);
    for (let step = 0; step < steps; step += 1) {
      if (random() < 0.03) {
        await revokeSession(db, family.id, start);
        family.revoked = true;
      } else await present(family, someToken(random, family));
    }
    await checkFamily(family);
    return steps;
  };
  let steps = 0;
  while (steps < 3_000) steps += await history();
  // Each step is several queries; a busy machine needs minutes.
}, 600_000);

test(`parallel refreshes leave one newest token, and a sign-out in between ends all (seed ${seed})`, async () => {
  const random = mulberry32(seed);
  for (let round = 0; round < 60; round += 1) {
    const family = await newFamily();
    for (let step = randomInteger(random, 0, 3); step > 0; step -= 1)
      await present(family, family.refresh.length - 1);
    const newest = family.refresh.length - 1;
    const signsOut = random() < 0.5;
    const calls = Array.from({ length: randomInteger(random, 2, 6) }, () =>
      refresh(family.refresh[Math.max(0, newest - randomInteger(random, 0, 1))] ?? '', start),
    );
    const ending = signsOut ? revokeSession(db, family.id, start) : null;
    const answers = (await Promise.all(calls)).filter((answer) => answer !== null);
    await ending;
    const { generation, revoked_at } = await db
      .selectFrom('sessions')
      .where('id', '=', family.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const heads = await db
      .selectFrom('refresh_tokens')
      .where('session_id', '=', family.id)
      .where('generation', '>=', generation)
      .selectAll()
      .execute();
    expect(heads).toHaveLength(1);
    expect(generation).toBeLessThanOrEqual(newest + 1);
    const isAlive = await Promise.all(answers.map(({ token }) => isTokenValid(token)));
    expect(isAlive.every((state) => state === (revoked_at === null))).toBe(true);
    if (!signsOut) continue;
    expect(revoked_at).not.toBeNull();
    for (const token of [...family.refresh, ...answers.map(({ refreshToken }) => refreshToken)]) {
      expect(await refresh(token, start)).toBeNull();
    }
  }
});

test(`an honest browser is never signed out by its own tabs and lost answers (seed ${seed})`, async () => {
  const random = mulberry32(seed);
  let stored = (await open({ rememberMe: true })).refreshToken;
  let time = 0;
  for (let round = 1; round <= 150; round += 1) {
    const now = later(time);
    const snapshot = stored;
    const isLost = Array.from({ length: randomInteger(random, 1, 4) }, () => random() < 0.3);
    // Every tab sends the token that was stored at the start; some answers are lost.
    const answers = await Promise.all(
      isLost.map(async (lost) => {
        const answer = await refresh(snapshot, now);
        if (!answer) throw new Error(`A tab was signed out in round ${round}.`);
        return lost ? null : answer.refreshToken;
      }),
    );
    const arrived = answers.find((answer) => answer !== null);
    stored = arrived ?? stored;
    // A browser without an answer retries soon.
    time += arrived ? 16 * MINUTE_MS : MINUTE_MS / 2;
  }
});
