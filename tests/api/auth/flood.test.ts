import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, type Reply, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const environment = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(database.db, { environment });
const admin = await signInAdministrator(database, api);

/** More than the server computes and queues. */
const SIGN_INS = 160;
const CALLS = 20;

test('of more sign-ins than the server accepts some get 503 with Retry-After, and other calls are answered', async () => {
  const replies: Reply[] = [];
  const signIns = Array.from({ length: SIGN_INS }, async (_, number) => {
    // Each from its own client to its own account, so that no rate limit applies.
    const from = { 'x-forwarded-for': `198.51.100.${number}` };
    const signIn = createRequester(api.base, undefined, from).post('/auth/admin-login', {
      email: `${randomUUID()}@example.com`,
      password: randomUUID(),
      rememberMe: false,
    });
    replies.push(await signIn);
  });
  const refused = () => replies.find(({ status }) => status === 503);
  await expect.poll(refused, { interval: 1 }).toBeDefined();
  expect(refused()?.headers.get('retry-after')).toBe('5');
  expect(refused()?.body).toEqual({ status: 503, message: expect.stringMatching(/try again/) });

  for (let count = 0; count < CALLS; count += 1) {
    const [users, health] = await Promise.all([
      admin.get('/admin/users'),
      fetch(new URL('/healthz', api.base)),
    ]);
    expect([users.status, health.status]).toEqual([200, 200]);
  }
  expect(replies.length).toBeLessThan(SIGN_INS);

  await Promise.all(signIns);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 503]));
  expect(replies.filter(({ status }) => status === 401).length).toBeGreaterThan(100);
});
