import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAppleConnection } from '#api/purchases/apple/connection.ts';
import type { Question } from '#api/purchases/store.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { createRenewal, createTransaction } from '#tests/setup/stores/apple/payloads.ts';
import { startAppleServer } from '#tests/setup/stores/apple/server.ts';

/** Before the first release of an app Apple's production answers 401 to a good key, and its sandbox works. */

const apple = await startAppleServer();
const logged: string[] = [];
const services = {
  clock: () => new Date('2026-11-22T12:00:00Z'),
  log: createTestLog(logged),
  rootCertificates: apple.rootCertificates,
};
const connection = createAppleConnection(apple.settings, services);
const productionOnly = createAppleConnection({ ...apple.settings, acceptsSandbox: false }, services);
// Nothing listens at this address.
const cutOff = createAppleConnection(
  { ...apple.settings, apiUrl: 'http://127.0.0.1:1/production' },
  services,
);

const question: Question = {
  platform: 'ios',
  key: '2000000100',
  environment: null,
  productId: null,
  knownOrder: null,
  askedOrders: [],
};
const UNRELEASED = 'it answered 401, as it does until the first release of the app';
const unknownOrder = JSON.stringify({ errorCode: 4040010, errorMessage: 'Some words of Apple.' });

beforeEach(() => {
  apple.subscriptions.clear();
  apple.addSubscription({ renewal: createRenewal({ environment: 'Sandbox' }) }, [{ environment: 'Sandbox' }]);
  apple.undelivered = { production: [], sandbox: [] };
  apple.intercept = null;
  apple.requests.length = 0;
  logged.length = 0;
});

/** Replaces the answers of one environment, or of both. */
function answerWith(status: number, where = '/', body = ''): void {
  apple.intercept = ({ url }) =>
    new URL(url).pathname.startsWith(where) ? new Response(body, { status }) : undefined;
}
const ask = (changes: Partial<Question> = {}, { ask: from } = connection) =>
  from({ ...question, ...changes }, AbortSignal.timeout(60_000));
const find = ({ findOrder } = connection) => findOrder('2000000102', AbortSignal.timeout(60_000));
const hosts = () => apple.requests.map(({ path }) => path.split('/')[1]);

/** Returns what is read before it throws, and why it throws. */
async function readMissed({ readMissed: from } = connection) {
  const environments: string[] = [];
  try {
    const since = new Date('2026-11-21T12:00:00Z');
    for await (const { environment } of from(since, AbortSignal.timeout(60_000))) {
      environments.push(environment);
    }
  } catch (error) {
    return { environments, failure: error instanceof Error ? error.message : 'no error' };
  }
  return { environments, failure: null };
}

function addUndelivered(): void {
  const sign = (environment: 'Production' | 'Sandbox') =>
    apple.signNotification('DID_RENEW', undefined, createTransaction({ environment }));
  apple.undelivered = { production: [sign('Production')], sandbox: [sign('Sandbox')] };
}

describe.each([
  [401, ''],
  [404, ''],
  [404, unknownOrder],
  [429, ''],
  [503, '<html>'],
])('production answers %i %s', (status, body) => {
  beforeEach(() => answerWith(status, '/production', body));

  test('a purchase of an unknown environment is found in the sandbox', async () => {
    expect(await ask()).toMatchObject({ kind: 'purchase', purchase: { environment: 'sandbox' } });
  });

  test('so is an order', async () => {
    expect(await find()).toMatchObject({ kind: 'found', orders: [{ environment: 'sandbox' }] });
  });

  test('what the sandbox has not delivered is read, and the run counts as not done', async () => {
    addUndelivered();
    const { environments, failure } = await readMissed();
    expect(environments).toEqual(['sandbox']);
    expect(failure).toMatch(/\(production\)$/);
  });
});

describe('production cannot be reached', () => {
  test('its silence ends before the question does', async () => {
    addUndelivered();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const quick = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(ms === 10_000 ? 200 : ms));
    onTestFinished(() => quick.mockRestore());
    apple.intercept = ({ url }) =>
      url.includes('/production/') ? new Promise<Response>(() => undefined) : undefined;
    expect(await ask()).toMatchObject({ purchase: { environment: 'sandbox' } });
    expect(await find()).toMatchObject({ orders: [{ environment: 'sandbox' }] });
    expect(await readMissed()).toEqual({
      environments: ['sandbox'],
      failure: 'it didn’t answer in time (production)',
    });
  });

  test('the sandbox is asked all the same', async () => {
    addUndelivered();
    expect(await ask({}, cutOff)).toMatchObject({ purchase: { environment: 'sandbox' } });
    expect(await find(cutOff)).toMatchObject({ orders: [{ environment: 'sandbox' }] });
    expect(await readMissed(cutOff)).toEqual({
      environments: ['sandbox'],
      failure: 'the connection failed (production)',
    });
  });
});

describe('the sandbox fails', () => {
  test('what production answers counts', async () => {
    addUndelivered();
    apple.addSubscription();
    answerWith(503, '/sandbox');
    expect(await ask()).toMatchObject({ purchase: { environment: 'production' } });
    expect(hosts()).not.toContain('sandbox');
    expect(await find()).toMatchObject({ orders: [{ environment: 'production' }] });
    expect(await readMissed()).toEqual({
      environments: ['production'],
      failure: 'it answered 503 (sandbox)',
    });
  });

  test('what production does not know is not unknown to the store', async () => {
    answerWith(503, '/sandbox');
    const fault = { kind: 'not_now', because: 'it answered 503 (sandbox)', until: null };
    expect(await ask()).toEqual(fault);
    expect(await find()).toEqual(fault);
  });

  test('its limits do not hold back production', async () => {
    answerWith(429, '/sandbox');
    expect(await ask({ environment: 'sandbox' })).toEqual({
      kind: 'not_now',
      because: 'it asked us to wait',
      until: null,
    });
  });
});

test('both fail: the reasons of both, and the wait of production', async () => {
  apple.intercept = ({ url }) => new Response('', { status: url.includes('/production') ? 429 : 503 });
  expect(await ask()).toEqual({
    kind: 'not_now',
    because: 'it asked us to wait (production), it answered 503 (sandbox)',
    until: new Date('2026-11-22T12:01:00Z'),
  });
});

test('a purchase of a known environment is asked about there alone', async () => {
  expect(await ask({ environment: 'production' })).toMatchObject({ kind: 'never_known' });
  expect(new Set(hosts())).toEqual(new Set(['production']));
});

test('the sandbox is not asked if it is not accepted', async () => {
  expect(await ask({}, productionOnly)).toMatchObject({ kind: 'never_known' });
  expect(await find(productionOnly)).toMatchObject({ kind: 'unknown' });
  answerWith(401);
  expect(await ask({}, productionOnly)).toMatchObject({ because: 'it refused our key' });
  expect(new Set(hosts())).toEqual(new Set(['production']));
});

describe('a 401', () => {
  test('of production alone is no wrong key, in an answer or in the log', async () => {
    answerWith(401, '/production');
    expect(await ask({ environment: 'production' })).toMatchObject({ because: UNRELEASED });
    expect(await readMissed()).toMatchObject({ failure: `${UNRELEASED} (production)` });
    expect(await connection.findOrder('MVXQ3N8B7D', AbortSignal.timeout(60_000))).toMatchObject({
      because: UNRELEASED,
    });
    expect(await connection.requestTest?.(AbortSignal.timeout(60_000))).toEqual({ kind: 'requested' });
    expect(logged).toHaveLength(4);
    for (const line of logged) {
      expect(line).toMatch(/"level":"warn".*"environment":"production".*the other one accepts our key/);
      expect(line).not.toMatch(/refused|APPLE_/);
    }
  });

  test('of production alone does not hide that the sandbox knows no address of ours', async () => {
    const noAddress = JSON.stringify({ errorCode: 4040007, errorMessage: 'Some words of Apple.' });
    apple.intercept = ({ url }) =>
      new URL(url).pathname.startsWith('/production')
        ? new Response('', { status: 401 })
        : new Response(noAddress, { status: 404 });
    expect(await connection.requestTest?.(AbortSignal.timeout(60_000))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('Enter the sandbox server URL in App Store Connect'),
    });
  });

  test('of the sandbox alone is no wrong key either', async () => {
    answerWith(401, '/sandbox');
    expect(await ask({ environment: 'sandbox' })).toMatchObject({ because: 'it answered 401' });
    expect(logged.join()).toMatch(/"environment":"sandbox".*the other one accepts our key/);
  });

  test('of one while the other cannot be asked says nothing about the key', async () => {
    apple.intercept = ({ url }) => new Response('', { status: url.includes('/production') ? 401 : 503 });
    expect(await ask({ environment: 'production' })).toMatchObject({ because: 'it answered 401' });
    expect(logged.join()).toMatch(/"level":"warn".*the other one could not be asked/);
  });

  test('of both is a wrong key', async () => {
    answerWith(401);
    expect(await ask()).toEqual({ kind: 'not_now', because: 'it refused our key', until: null });
    expect(await readMissed()).toEqual({ environments: [], failure: 'it refused our key' });
    expect(logged.join()).toMatch(/"level":"error".*the App Store refused our key/);
  });
});
