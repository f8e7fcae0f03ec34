import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findAdministratorByToken, openSession } from '#api/auth/sessions.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Two clients present the same refresh token: when the second use is accepted, and when it is a replay. */

const { db } = await cloneDatabase();
const api = await serveApi(db);
const { id: userId } = await addAdministrator(db);
const { post } = createRequester(api.base);
const MINUTE_MS = 60_000;

type Tokens = { token: string; refreshToken: string };

const pass = (milliseconds: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
};
const isAlive = async ({ token }: Tokens) =>
  (await findAdministratorByToken(db, token, api.clock.now)) !== null;

let first: Tokens;
beforeEach(async () => {
  first = await openSession(db, { userId, rememberMe: true }, api.clock.now);
});

/** The next tokens, or the security event of the refusal. */
async function refresh({ refreshToken }: Pick<Tokens, 'refreshToken'>): Promise<Tokens | string> {
  const before = api.logLines.length;
  const { status, body } = await post('/auth/refresh-token', { refreshToken });
  if (status === 200) return body.data as Tokens;
  expect([status, body.message]).toEqual([401, 'Your session has ended. Please sign in again.']);
  const lines = api.logLines.slice(before).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ level: 'warn', event: 'refresh' }]);
  return lines[0].outcome;
}

async function given(tokens: Pick<Tokens, 'refreshToken'>): Promise<Tokens> {
  const next = await refresh(tokens);
  if (typeof next === 'string') throw new Error(`The refresh was ${next}.`);
  return next;
}

test('the parent is accepted for ten minutes after its child was given, any number of times', async () => {
  pass(20 * MINUTE_MS);
  const child = await given(first);
  for (const minutes of [1, 8, 1]) {
    pass(minutes * MINUTE_MS);
    expect((await given(first)).refreshToken).toBe(child.refreshToken);
  }
  pass(1);
  expect(await refresh(first)).toBe('replayed');
  expect(await isAlive(child)).toBe(false);
  for (const tokens of [first, child]) expect(await refresh(tokens)).toBe('refused');
});

test('a stolen token that is used in turns with the owner ends the session', async () => {
  const thief = first;
  let owner = await given(first);
  for (let turn = 0; turn < 3; turn += 1) {
    pass(16 * MINUTE_MS);
    owner = await given(owner);
  }
  expect(await refresh(thief)).toBe('replayed');
  expect(await isAlive(owner)).toBe(false);
});

test('the child of a token works after the grace period of its parent', async () => {
  const child = await given(first);
  pass(11 * 60 * MINUTE_MS);
  const next = await given(child);
  pass(10 * MINUTE_MS);
  expect((await given(child)).refreshToken).toBe(next.refreshToken);
});

test('a parent is not accepted once its child was used, within ten minutes too', async () => {
  const child = await given(first);
  await given(child);
  expect(await refresh(first)).toBe('replayed');
  expect(await refresh(child)).toBe('refused');
});

test('an older token is a replay; an unknown one is not', async () => {
  await given(await given(await given(first)));
  expect(await refresh(first)).toBe('replayed');
  expect(await refresh({ refreshToken: randomBytes(32).toString('base64url') })).toBe('refused');
  const events = api.logLines.map((line) => JSON.parse(line));
  expect(events.at(-2)).toMatchObject({ outcome: 'replayed', userId });
  expect(events.at(-1)?.userId ?? null).toBeNull();
});
