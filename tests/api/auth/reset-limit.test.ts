import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const trusted = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { environment: trusted });

const resetFrom = (address: string) => {
  const password = randomUUID();
  const fields = { token: 'x', password, confirmPassword: password };
  return createRequester(api.base, undefined, { 'x-forwarded-for': address }).post(
    '/auth/reset-password',
    fields,
  );
};

test('one client may send a hundred new passwords with a link in ten minutes, over all links', async () => {
  const replies = await Promise.all(Array.from({ length: 110 }, () => resetFrom('192.0.2.1')));
  expect(replies.map(({ status }) => status).sort()).toEqual([
    ...Array(100).fill(400),
    ...Array(10).fill(429),
  ]);
  const limited = await resetFrom('192.0.2.1');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '600']);
  const events = api.logLines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome === 'limited');
  expect(events).toHaveLength(11);
  expect(events[0]).toMatchObject({ level: 'warn', event: 'password_reset' });
  expect((await resetFrom('192.0.2.2')).status).toBe(400);
  api.clock.now = new Date(api.clock.now.getTime() + 600_000);
  expect((await resetFrom('192.0.2.1')).status).toBe(400);
});
