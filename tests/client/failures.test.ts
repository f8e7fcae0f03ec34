import { afterEach, expect, test, vi } from 'vitest';
import { call } from '#client/call.ts';
import { startSession, useSession } from '#client/session.ts';
import { readStoredSession } from '#client/storage.ts';
import { storageKeys } from '#client/storage-keys.ts';
import { subscriptionStatistics } from '#contract/statistics/list.ts';
import { listUsers } from '#contract/users/list.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { proxy } = journey;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const tokens = { accessToken: 'a', refreshToken: 'b' };
const user = {
  id: 1,
  first_name: null,
  last_name: null,
  email: 'a@example.com',
  role: 'admin',
  capabilities: ['users:export'],
};

test.each([
  ['a message', Response.json({ message: 'Because.' }, { status: 422 }), 'Because.', true],
  [
    'a page of HTML',
    new Response('<h1>nginx</h1>', { status: 502 }),
    'The server had a problem. Please try again.',
    false,
  ],
  ['nothing', new Response(null, { status: 403 }), 'The server refused the request.', false],
  ['a status in a body under 200', Response.json({ status: 404, message: 'Gone.' }), 'Gone.', true],
  ['success: false under 200', Response.json({ success: false, message: 'No.' }), 'No.', true],
  ['HTML under 200', new Response('<h1>hello</h1>'), 'Unexpected response format', false],
  ['another shape under 200', Response.json({ data: { rows: 3 } }), 'Unexpected response format', false],
])('an answer with %s becomes an error message', async (_, response, message, isFromServer) => {
  startSession(tokens, user);
  proxy.intercept = () => response;
  await expect(call(subscriptionStatistics)).rejects.toMatchObject({
    name: 'ApiError',
    message,
    isFromServer,
  });
});

test('a call without a whole answer within 30 seconds times out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  proxy.intercept = () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) }));
  const waiting = call(listUsers);
  const rejection = expect(waiting).rejects.toMatchObject({ kind: 'timeout' });
  await expect.poll(() => proxy.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await rejection;
});

test('blocked storage counts as empty, and startSession returns false', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
  expect(readStoredSession()).toEqual({ accessToken: null, refreshToken: null, user: null });
  expect(startSession(tokens, user)).toBe(false);
  expect(useSession.getState().accessToken).toBeNull();
});

test('full storage keeps nothing half written', () => {
  const write = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function full(this: Storage, key, value) {
    if (key === storageKeys.access) throw new DOMException('full', 'QuotaExceededError');
    write.call(this, key, value);
  });
  expect(startSession(tokens, user)).toBe(false);
  expect(Object.values(storageKeys).map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});

test.each(['{', '[]', '"text"', '{"email":7}', '{"email":null}'])(
  'invalid auth_user does not throw: %s',
  (invalid) => {
    localStorage.setItem(storageKeys.access, 'a');
    localStorage.setItem(storageKeys.user, invalid);
    expect(readStoredSession()).toMatchObject({ accessToken: 'a' });
    expect(() => readStoredSession()).not.toThrow();
  },
);
