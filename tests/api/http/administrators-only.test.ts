import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Every endpoint of the contract, found by its shape, so that a new one is tested too. */

type Call = { method: string; path: string };

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../shared/contract/**/*.ts', '!**/*.test.ts'],
  { eager: true },
);

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reshape' in value;

const calls = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isCall);

const { db } = await cloneDatabase();
const api = await serveApi(db, { appBackendKey: 'the-key-of-this-test-0123456789abcdef' });

test('the contract has the calls', () => {
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.map(({ path }) => path)).toContain('/admin/users/:userId');
});

test.each(calls.filter(({ path }) => path.startsWith('/admin/')))(
  '$method $path: 401 without a session',
  async ({ method, path }) => {
    const answer = await fetch(api.base + path.replaceAll(/\/:\w+/g, '/1'), { method });
    expect(answer.status).toBe(401);
  },
);

test.each(calls.filter(({ path }) => path.startsWith('/app/')))(
  '$method $path: 401 without a key',
  async ({ method, path }) => {
    const answer = await fetch(api.base + path.replaceAll(/\/:\w+/g, '/1'), { method });
    expect(answer.status).toBe(401);
  },
);

test('every other call is one of the sign-in, the password, the deletion, a reminder or the app’s backend', () => {
  const open = calls.map(({ path }) => path).filter((path) => !/^\/(?:admin|app|auth)\//.test(path));
  expect(open).toEqual([
    '/payment-reminders/refuse/:token',
    '/purchases',
    '/store-accounts/:userId',
    '/entitlements/:userId',
  ]);
});
