import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SiteFile } from '#api/site/site-file.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

test('500 contains only the request id, and the log has the reason', async () => {
  const { db: broken } = await cloneDatabase();
  const served = await serveApi(broken);
  const caller = await signInAdministrator({ db: broken }, served);
  await sql`alter table recipes rename column title to secret_column`.execute(broken);
  const { status, body, headers } = await caller.get('/admin/recipes');
  expect([status, body]).toEqual([
    500,
    {
      status: 500,
      message: 'Something went wrong on our end. Please try again.',
      requestId: headers.get('x-request-id'),
    },
  ]);
  const line = served.logLines.find((entry) => entry.includes(String(body.requestId)));
  expect(line).toContain('title');
});

test('the log names the route that failed, never the address, which may hold a token', async () => {
  const token = randomUUID();
  const broken = new Map<string, SiteFile>();
  const { db: own } = await cloneDatabase();
  const served = await serveApi(own, { site: broken });
  broken.get = () => {
    throw new Error('The disk is gone.');
  };
  const caller = await signInAdministrator({ db: own }, served);
  const page = await fetch(new URL(`/delete-account/${token}`, served.base));
  expect(page.status).toBe(500);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  await sql`alter table users rename column phone to renamed`.execute(own);
  expect((await caller.get(`/admin/users/${caller.administrator.id}`)).status).toBe(500);
  const logLines = served.logLines.join('');
  expect(logLines).not.toContain(token);
  const lines = served.logLines.map((line) => JSON.parse(line) as { method?: string; route?: string });
  expect(lines.map(({ method, route }) => [method, route])).toEqual([
    ['GET', '*'],
    ['GET', '/api/v1/admin/users/:userId'],
  ]);
});
