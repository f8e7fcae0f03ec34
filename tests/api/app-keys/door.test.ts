import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { makeAppKey, revokeAppKey, rollAppKey } from '#api/auth/app-keys.ts';
import { type AppVariables, getAppActor, requireScope } from '#api/auth/require-scope.ts';
import { hashToken } from '#api/auth/tokens.ts';
import { assignRequestId } from '#api/http/request-id.ts';
import { type AppScope, appScopes } from '#contract/app/keys.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { beginRaw, readAnswer } from '#tests/setup/api/raw.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const ENVIRONMENT_KEY = 'the-key-of-the-environment-0123456789';
const { db } = await cloneDatabase();
const api = await serveApi(db, { appBackendKey: ENVIRONMENT_KEY });
const withoutKey = await serveApi(db);
const user = await addUser(db);
const actor = { kind: 'command_line', requestId: null } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const start = api.clock.now;
const later = (ms: number) => new Date(start.getTime() + ms);
afterEach(() => {
  for (const served of [api, withoutKey]) served.clock.now = start;
});

type Wanted = { scopes?: AppScope[]; expiresOn?: string; requestsPerMinute?: number };

async function make({ scopes = [...appScopes], expiresOn, requestsPerMinute = 600 }: Wanted = {}) {
  const name = `Key ${randomUUID()}`;
  const wanted = { name, scopes, expiresOn: expiresOn ?? null, requestsPerMinute };
  return { name, ...(await makeAppKey(db, { ...wanted, actor }, start)) };
}

const readAccess = async (secret: string | undefined, base = api.base) =>
  createRequester(base, secret).get(`/entitlements/${user.id}`);
const statusOf = async (secret: string | undefined, base = api.base) =>
  (await readAccess(secret, base)).status;
const keyOf = (id: number) =>
  db.selectFrom('app_keys').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** What the log says of the key in the call. */
async function lineOf(call: () => Promise<unknown>) {
  const before = api.logLines.length;
  await call();
  const lines = api.logLines.slice(before).map((line) => JSON.parse(line));
  return lines.find(({ event }) => event === 'app_key');
}

test('before there is a key these calls do not exist', async () => {
  expect(await statusOf(ENVIRONMENT_KEY, withoutKey.base)).toBe(404);
  const { secret } = await make();
  expect(await statusOf(ENVIRONMENT_KEY, withoutKey.base)).toBe(401);
  expect(await statusOf(secret, withoutKey.base)).toBe(200);
});

test('a secret is stored as its hash only', async () => {
  const { id, secret } = await make();
  expect(secret).toMatch(/^mw_[\w-]{43}$/);
  const stored = await db.selectFrom('app_key_secrets').where('key_id', '=', id).selectAll().execute();
  expect(stored.map(({ hash }) => hash)).toEqual([hashToken(secret)]);
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(ENVIRONMENT_KEY)).toBe(200);
});

const purchase = { userId: user.id, platform: 'ios', key: '2000000123456789' };
test.each([
  ['entitlements:read', 'GET', `/entitlements/${user.id}`, undefined],
  ['entitlements:read', 'GET', `/store-accounts/${user.id}`, undefined],
  ['purchases:write', 'PUT', '/purchases', purchase],
  ['purchases:write', 'PUT', '/app/purchases', purchase],
] as const)('only a key with the scope %s may call %s %s', async (scope, method, path, body) => {
  const send = async (secret: string) => createRequester(api.base, secret).send(method, path, body);
  const allowed = await make({ scopes: [scope] });
  expect((await send(allowed.secret)).status).toBe(200);
  const refused = await make({ scopes: appScopes.filter((other) => other !== scope) });
  const line = await lineOf(async () => {
    const { status, body: answer } = await send(refused.secret);
    expect([status, answer.message]).toEqual([403, `This key doesn’t have the scope ${scope}.`]);
  });
  expect(line).toMatchObject({ level: 'warn', outcome: 'refused', keyName: refused.name });
});

test('the audit names the key of the call', async () => {
  const services = { db, clock: () => start, log: createTestLog([]), appBackendKey: ENVIRONMENT_KEY };
  const app = new Hono<AppVariables>()
    .use(assignRequestId)
    .get('/', requireScope(services, 'users:read'), (context) => context.json(getAppActor(context)));
  const { name, secret } = await make();
  for (const [key, keyName] of [
    [secret, name],
    [ENVIRONMENT_KEY, 'APP_BACKEND_KEY'],
  ] as const) {
    const answer = await app.request('/', { headers: { authorization: `Bearer ${key}` } });
    const requestId = answer.headers.get('x-request-id');
    expect(await answer.json()).toEqual({ kind: 'app_backend', keyName, requestId });
  }
});

test.each(['abc', '0', '2147483648'])(
  'with a key the id %s is unknown, and its method is not refused',
  async (id) => {
    const { secret } = await make();
    for (const path of [`/entitlements/${id}`, `/store-accounts/${id}`]) {
      expect((await createRequester(api.base, secret).get(path)).status).toBe(404);
    }
  },
);

test('other methods answer 405 without a key', async () => {
  for (const [method, path, allow] of [
    ['POST', `/entitlements/${user.id}`, 'GET'],
    ['GET', '/app/purchases', 'PUT'],
  ] as const) {
    const { status, headers } = await createRequester(api.base).send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  }
  // It reads as GET does.
  const head = await fetch(`${api.base}/entitlements/${user.id}`, { method: 'HEAD' });
  expect(head.status).toBe(401);
});

test.each([
  ['no key', async () => undefined],
  ['an unknown key', async () => `mw_${'x'.repeat(43)}`],
  ['a key with a letter more', async () => `${(await make()).secret}x`],
])('%s is 401', async (_, readSecret) => {
  const secret = await readSecret();
  const line = await lineOf(async () => {
    const { status, headers, body } = await readAccess(secret);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(body.message).toBe('The app backend’s key is missing or incorrect.');
  });
  expect(line).toMatchObject({ level: 'warn', outcome: 'refused' });
});

test('each use of a revoked key is refused and logged with its name, on every server at once', async () => {
  const { id, name, secret } = await make();
  expect(await statusOf(secret, withoutKey.base)).toBe(200);
  await revokeAppKey(db, { id, actor }, start);
  expect(await statusOf(secret, withoutKey.base)).toBe(401);
  for (let use = 0; use < 2; use += 1) {
    const line = await lineOf(async () =>
      expect(await readAccess(secret)).toMatchObject({
        status: 401,
        body: { message: 'The app backend’s key was revoked.' },
      }),
    );
    expect(line).toMatchObject({ level: 'warn', outcome: 'revoked', keyName: name });
    expect(JSON.stringify(line)).not.toContain(secret);
  }
});

test('a key that expires works until the end of its last day in UTC', async () => {
  const expiresOn = later(3 * 24 * HOUR_MS)
    .toISOString()
    .slice(0, 10);
  const { name, secret } = await make({ expiresOn });
  const end = Date.parse(expiresOn) + 24 * HOUR_MS;
  api.clock.now = new Date(end - 1);
  expect(await statusOf(secret)).toBe(200);
  api.clock.now = new Date(end);
  const line = await lineOf(async () =>
    expect(await readAccess(secret)).toMatchObject({
      status: 401,
      body: { message: 'The app backend’s key has expired.' },
    }),
  );
  expect(line).toMatchObject({ outcome: 'expired', keyName: name });
});

test('after a key is rolled both secrets work for a day, then the new one', async () => {
  const { id, name, secret } = await make();
  const { secret: second } = await rollAppKey(db, { id, actor }, start);
  // Another roll does not make the first secret last longer.
  const { secret: third } = await rollAppKey(db, { id, actor }, later(HOUR_MS));
  const statuses = async () => [await statusOf(secret), await statusOf(second), await statusOf(third)];
  api.clock.now = later(24 * HOUR_MS - 1);
  expect(await statuses()).toEqual([200, 200, 200]);
  api.clock.now = later(24 * HOUR_MS);
  const line = await lineOf(async () => expect(await statuses()).toEqual([401, 200, 200]));
  expect(line).toMatchObject({ outcome: 'expired', keyName: name });
  api.clock.now = later(25 * HOUR_MS);
  expect(await statuses()).toEqual([401, 401, 200]);
  await revokeAppKey(db, { id, actor }, api.clock.now);
  expect(await statusOf(third)).toBe(401);
});

test('a key has its own limit of requests a minute, for all servers and all its secrets', async () => {
  const { id, name, secret } = await make({ requestsPerMinute: 3 });
  const { secret: second } = await rollAppKey(db, { id, actor }, start);
  const other = await make({ requestsPerMinute: 3 });
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(second)).toBe(200);
  expect(await statusOf(secret, withoutKey.base)).toBe(200);
  api.clock.now = later(20_000);
  const line = await lineOf(async () => {
    const { status, headers, body } = await readAccess(secret);
    expect([status, headers.get('retry-after')]).toEqual([429, '40']);
    expect(body.message).toBe('This key allows 3 requests a minute. Try again in 40 seconds.');
  });
  expect(line).toMatchObject({ outcome: 'limited', keyName: name });
  expect(await statusOf(other.secret)).toBe(200);
  api.clock.now = later(MINUTE_MS);
  expect(await statusOf(secret)).toBe(200);
});

test('calls at the same time are all counted', async () => {
  const { secret } = await make({ requestsPerMinute: 5 });
  const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(secret)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test('the last use is written once a minute', async () => {
  const { id, secret } = await make();
  expect((await keyOf(id)).last_used_at).toBeNull();
  for (const [ms, written] of [
    [1_000, 1_000],
    [50_000, 1_000],
    [61_000, 61_000],
  ] as const) {
    api.clock.now = later(ms);
    await statusOf(secret);
    expect((await keyOf(id)).last_used_at).toEqual(later(written));
  }
});

test('a key that is revoked while a body arrives changes nothing', async () => {
  const { id, secret } = await make();
  const body = JSON.stringify({ ...purchase, key: '2000000999999999' });
  const request = beginRaw(
    Number(new URL(api.base).port),
    [
      'PUT /api/v1/app/purchases HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${secret}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '\r\n',
    ].join('\r\n') + body.slice(0, 10),
  );
  await expect.poll(async () => (await keyOf(id)).last_used_at).not.toBeNull();
  await revokeAppKey(db, { id, actor }, start);
  request.send(body.slice(10));
  expect(readAnswer(await request.answer)).toMatchObject({ status: 401 });
  const stored = db.selectFrom('purchases').where('key', '=', '2000000999999999');
  expect(await stored.selectAll().execute()).toEqual([]);
});
