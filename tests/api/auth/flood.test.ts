import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const environment = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(database.db, { environment });
const admin = await signInAdministrator(database, api);

/** More than the server computes and queues. */
const SIGN_INS = 160;
const CALLS = 20;

test('other calls are answered while more sign-ins arrive than the server accepts', async () => {
  const statuses: number[] = [];
  const signIns = Array.from({ length: SIGN_INS }, async (_, number) => {
    // Each from its own client to its own account, so that no rate limit applies.
    const from = { 'x-forwarded-for': `198.51.100.${number}` };
    const { status } = await createRequester(api.base, undefined, from).post('/auth/admin-login', {
      email: `${randomUUID()}@example.com`,
      password: randomUUID(),
      rememberMe: false,
    });
    statuses.push(status);
  });
  // Some sign-ins get 503, because the queue is full.
  await expect.poll(() => statuses, { interval: 1, timeout: 30_000 }).toContain(503);

  for (let count = 0; count < CALLS; count += 1) {
    const [users, health] = await Promise.all([
      admin.get('/admin/users'),
      fetch(new URL('/healthz', api.base)),
    ]);
    expect([users.status, health.status]).toEqual([200, 200]);
  }
  expect(statuses.length).toBeLessThan(SIGN_INS);

  await Promise.all(signIns);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
});
