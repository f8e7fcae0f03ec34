import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { requester, signedIn } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const environment = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(database.db, { environment });
const admin = await signedIn(database, api);

/** More than the server computes and lets wait at a time. */
const SIGN_INS = 160;
const CALLS = 20;

test('while more people sign in than the server has room for, every other call is answered', async () => {
  const statuses: number[] = [];
  const signIns = Array.from({ length: SIGN_INS }, async (_, number) => {
    // Each from a place and to an account of its own, so that no limit thins the flood.
    const from = { 'x-forwarded-for': `198.51.100.${number}` };
    const { status } = await requester(api.base, undefined, from).post('/auth/admin-login', {
      email: `${randomUUID()}@example.com`,
      password: randomUUID(),
      rememberMe: false,
    });
    statuses.push(status);
  });
  // Somebody is turned away: the queue is full.
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
