import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { sendPassword } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;

const MINUTE_MS = 60_000;

async function open(idleMinutes: number) {
  const api = await serveApi(db, { idleMinutes });
  const person = await addAdministrator(db);
  const { body } = await sendPassword(api, person, { rememberMe: true });
  const { tokens } = body.data as { tokens: { token: string; refreshToken: string } };
  const ask = async () => (await createRequester(api.base, tokens.token).get('/admin/account')).status;
  const refresh = (refreshToken: string) =>
    createRequester(api.base).post('/auth/refresh-token', { refreshToken });
  const pass = (minutes: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + minutes * MINUTE_MS);
  };
  const readLastUse = async () =>
    (
      await db
        .selectFrom('sessions')
        .where('user_id', '=', person.id)
        .select('last_used_at')
        .executeTakeFirstOrThrow()
    ).last_used_at;
  return { api, person, tokens, ask, refresh, pass, readLastUse };
}

test('a session that is used goes on, and ends when it was not used for as long, also with remember-me', async () => {
  const { tokens, ask, refresh, pass } = await open(5);
  for (const minutes of [4, 4, 4]) {
    pass(minutes);
    expect(await ask()).toBe(200);
  }
  pass(5);
  expect(await ask()).toBe(401);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
});

test('a refresh is a use', async () => {
  const { tokens, refresh, pass } = await open(30);
  let { refreshToken } = tokens;
  for (const minutes of [29, 29, 29]) {
    pass(minutes);
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    refreshToken = (body.data as { refreshToken: string }).refreshToken;
  }
  pass(30);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('uses are written down at most once a minute', async () => {
  const { api, ask, pass, readLastUse } = await open(15);
  const start = api.clock.now;
  pass(0.9);
  await ask();
  expect(await readLastUse()).toEqual(start);
  pass(0.1);
  await ask();
  expect(await readLastUse()).toEqual(api.clock.now);
});

test('an ended session is in no list', async () => {
  const { api, person, pass } = await open(15);
  pass(16);
  const { body } = await sendPassword(api, person);
  const { tokens } = body.data as { tokens: { token: string } };
  const caller = createRequester(api.base, tokens.token);
  const account = (await caller.get('/admin/account')).body.data as { sessions: unknown[] };
  expect(account.sessions).toHaveLength(1);
  expect((await caller.get(`/admin/users/${person.id}/sessions`)).body.data).toHaveLength(1);
  const list = (await caller.get('/admin/administrators')).body.data as { id: number; sessions: number }[];
  expect(list.find(({ id }) => id === person.id)?.sessions).toBe(1);
});

test('without a limit nothing ends, and no use is written down', async () => {
  const { api, tokens, ask, refresh, pass, readLastUse } = await open(0);
  const start = api.clock.now;
  pass(14);
  expect(await ask()).toBe(200);
  expect(await readLastUse()).toEqual(start);
  pass(20 * 24 * 60);
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
});

test('a session that has ended unused stays ended where there is no limit', async () => {
  const { tokens, refresh, pass } = await open(30);
  pass(31);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
  const other = await serveApi(db, { idleMinutes: 0 });
  const { post } = createRequester(other.base);
  expect((await post('/auth/refresh-token', { refreshToken: tokens.refreshToken })).status).toBe(401);
});
