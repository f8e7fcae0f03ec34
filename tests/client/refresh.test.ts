import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { endSession, startSession, useSession } from '#client/session.ts';
import { signOut } from '#client/sign-out.ts';
import { storageKeys } from '#client/storage-keys.ts';
import { listUsers } from '#contract/users/list.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db, api, proxy } = journey;
const MINUTE_MS = 60_000;

beforeEach(async () => {
  api.clock.now = new Date();
  await db.deleteFrom('users').execute();
  const administrator = await addAdministrator(db);
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  startSession(
    { accessToken: tokens.token, refreshToken: tokens.refreshToken },
    { ...administrator, capabilities: [] },
  );
});

const stored = () => [localStorage.getItem(storageKeys.access), localStorage.getItem(storageKeys.refresh)];
const refreshes = () => proxy.requests.filter(({ path }) => path === '/auth/refresh-token');
const json = (body: unknown, status = 200) => Response.json(body, { status });
const isRefresh = (request: Request) => request.url.endsWith('/auth/refresh-token');

async function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 5; round += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function expireAccessToken() {
  api.clock.now = new Date(api.clock.now.getTime() + 16 * MINUTE_MS);
}

test('every request carries the stored token', async () => {
  await call(listUsers);
  expect(proxy.requests[0]?.headers.get('authorization')).toBe(`Bearer ${stored()[0]}`);
});

test('100 parallel 401s cause one refresh, and every call succeeds', async () => {
  expireAccessToken();
  const before = stored();
  const answers = await Promise.all(Array.from({ length: 100 }, () => call(listUsers)));
  expect(answers.every((answer) => answer.total === 1)).toBe(true);
  expect(refreshes()).toHaveLength(1);
  expect(stored()[0]).not.toBe(before[0]);
  expect(stored()[1]).not.toBe(before[1]);
  expect(useSession.getState().accessToken).toBe(stored()[0]);
});

test('a 401 that arrives after the refresh uses the new token instead of refreshing again', async () => {
  expireAccessToken();
  const old = stored()[0];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let first = true;
  proxy.intercept = async (request) => {
    if (!first || isRefresh(request) || request.headers.get('authorization') !== `Bearer ${old}`) return;
    first = false;
    await held;
    return json({ message: 'too old' }, 401);
  };
  const late = call(listUsers);
  await expect.poll(() => proxy.requests).toHaveLength(1);
  await call(listUsers);
  release();
  await late;
  expect(refreshes()).toHaveLength(1);
});

describe('a failed refresh clears both tokens, keeps the user and rejects the call', () => {
  const failures: Record<string, () => Response> = {
    'the server refuses': () => json({ message: 'no' }, 401),
    'the server breaks': () => json({ message: 'sorry' }, 500),
    'the answer says failure under 200': () => json({ status: 401, message: 'no' }),
    'the answer says no success': () => json({ success: false, data: { token: 'x' } }),
    'the answer has no token': () => json({ status: 200, data: {} }),
    'the answer is no JSON': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'the answer is empty': () => new Response(null, { status: 204 }),
    'the answer breaks off': () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) })),
  };
  test.each(Object.keys(failures))('%s', async (name) => {
    expireAccessToken();
    proxy.intercept = (request) => (isRefresh(request) ? failures[name]?.() : undefined);
    await expect(call(listUsers)).rejects.toThrow('Failed to refresh token');
    expect(stored()).toEqual([null, null]);
    expect(useSession.getState().accessToken).toBeNull();
    expect(useSession.getState().user).not.toBeNull();
    expect(refreshes()).toHaveLength(1);
  });
});

test.each([
  ['because the page is left, keeps the tokens', true],
  ['because the network fails, clears them', false],
])('a refresh that is cut off %s', async (_, isLeft) => {
  expireAccessToken();
  const before = stored();
  const send = fetch;
  onTestFinished(() => void vi.stubGlobal('fetch', send));
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const [request] = sent;
    if (!(request instanceof Request && isRefresh(request))) return send(...sent);
    // Chromium cuts it off before the page hears that it is left.
    if (isLeft) setTimeout(() => dispatchEvent(new Event('pagehide')), 20);
    throw new TypeError('Failed to fetch');
  });
  await expect(call(listUsers)).rejects.toThrow('Failed to refresh token');
  expect(stored()).toEqual(isLeft ? before : [null, null]);
});

test('without a refresh token both are cleared without a request', async () => {
  expireAccessToken();
  localStorage.removeItem(storageKeys.refresh);
  await expect(call(listUsers)).rejects.toMatchObject({
    kind: 'session',
    message: 'Failed to refresh token',
  });
  expect(stored()).toEqual([null, null]);
  expect(refreshes()).toHaveLength(0);
});

test('a call whose new token is refused too is not repeated again', async () => {
  proxy.intercept = (request) => (isRefresh(request) ? undefined : json({ message: 'still no' }, 401));
  await expect(call(listUsers)).rejects.toMatchObject({ status: 401, message: 'still no' });
  expect(refreshes()).toHaveLength(1);
  expect(proxy.requests).toHaveLength(3);
});

test.each([
  ['data is the token', { data: 'fresh' }],
  ['data.token', { data: { token: 'fresh' } }],
  ['data.accessToken', { data: { accessToken: 'fresh' } }],
  ['data.access_token', { data: { access_token: 'fresh' } }],
  ['data.tokens.token', { data: { tokens: { token: 'fresh' } } }],
])('a provider may answer the refresh with %s and keep its refresh token', async (_, body) => {
  const [, before] = stored();
  proxy.intercept = (request) => {
    if (isRefresh(request)) return json(body);
    if (request.headers.get('authorization') === 'Bearer fresh') return json({ data: [] });
    return json({}, 401);
  };
  await call(listUsers);
  expect(stored()).toEqual(['fresh', before]);
});

test('a sign-out during a refresh stays signed out', async () => {
  expireAccessToken();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.intercept = async (request) => {
    if (isRefresh(request)) await held;
    return undefined;
  };
  const waiting = call(listUsers).catch((error: unknown) => error);
  await expect.poll(() => refreshes()).toHaveLength(1);
  endSession();
  release();
  expect(await waiting).toMatchObject({ kind: 'session' });
  expect(stored()).toEqual([null, null]);
});

test('tokens that another tab stored during the refresh are used, not overwritten', async () => {
  expireAccessToken();
  proxy.intercept = (request) => {
    if (!isRefresh(request)) return;
    // The other tab was faster, and the answer to this tab is lost.
    localStorage.setItem(storageKeys.access, 'theirs');
    localStorage.setItem(storageKeys.refresh, 'theirs too');
    return json({}, 500);
  };
  await call(listUsers).catch(() => undefined);
  expect(proxy.requests.at(-1)?.headers.get('authorization')).toBe('Bearer theirs');
  expect(stored()).toEqual(['theirs', 'theirs too']);
});

test.each([
  ['access', () => localStorage.setItem(storageKeys.access, 'theirs')],
  ['refresh', () => localStorage.setItem(storageKeys.refresh, 'theirs too')],
])('no call fails while another tab has stored only its %s token', async (_, storeHalf) => {
  expireAccessToken();
  proxy.intercept = (request) => {
    if (request.headers.get('authorization') === 'Bearer theirs') return json({ data: [] });
    if (!isRefresh(request)) return;
    storeHalf();
    return undefined;
  };
  await call(listUsers);
});

test('the access token is stored before the refresh token', async () => {
  expireAccessToken();
  const written: string[] = [];
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    written.push(key);
  });
  await call(listUsers).catch(() => undefined);
  setItem.mockRestore();
  expect(written).toEqual([storageKeys.access, storageKeys.refresh]);
});

test.each([
  ['fails', () => json({ message: 'no' }, 500)],
  ['hangs', () => new Promise<Response>(() => {})],
])('signing out clears everything even if its request %s', async (_, answer) => {
  proxy.intercept = () => answer();
  await signOut();
  expect(Object.values(storageKeys).map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});

test('a 401 of the sign-in causes no refresh', async () => {
  proxy.intercept = () => json({ message: 'wrong' }, 401);
  const { adminLogin } = await import('#contract/authentication.ts');
  const body = { email: 'a', password: 'b', rememberMe: false };
  await expect(call(adminLogin, { body })).rejects.toThrow('wrong');
  expect(proxy.requests.map(({ path }) => path)).toEqual(['/auth/admin-login']);
  expect(proxy.requests[0]?.headers.get('authorization')).toBeNull();
  expect(stored()[0]).not.toBeNull();
});

test('an aborted call closes its connection and rejects with the reason', async () => {
  const controller = new AbortController();
  let closed = false;
  proxy.intercept = (request) =>
    new Promise((resolve) => {
      request.signal.addEventListener('abort', () => {
        closed = true;
        resolve(undefined);
      });
    });
  const waiting = call(listUsers, { signal: controller.signal });
  await expect.poll(() => proxy.requests).toHaveLength(1);
  // Node's fetch loses the abort of a Request that was garbage collected.
  await collectGarbage();
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => closed).toBe(true);
  expect(await waiting.catch((error: unknown) => error instanceof ApiError)).toBe(false);
});
