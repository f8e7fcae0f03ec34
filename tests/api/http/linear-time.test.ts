import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { createSlowAnswers } from '#api/db/keep-slow-answers.ts';
import { readSite } from '#api/site/site-file.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { isSuperlinear } from '#tests/architecture/growth.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

/** The cost of a request before authentication. */

const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'users'));
writeFileSync(join(folder, 'index.html'), 'home');

const { db } = await cloneDatabase();
const clock = () => new Date();
const log = createTestLog([]);
const app = createApp({
  db,
  backgroundDb: db,
  healthDb: db,
  slowAnswers: createSlowAnswers(clock),
  clock,
  log,
  stores: openSandbox({ db, clock }),
  mails: { wake: () => undefined },
  imports: { wake: () => undefined },
  bulkChanges: { wake: () => undefined },
  bulkRetries: { wake: () => undefined },
  purchases: { wake: () => undefined },
  refunds: { wake: () => undefined },
  appBackendKey: null,
  publicCatalog: false,
  reminders: false,
  secondFactor: 'optional',
  idleMinutes: 0,
  demo: false,
  environment: {
    allowedOrigins: [],
    publicApiUrl: '/api/v1',
    trustedProxies: ['127.0.0.1'],
  },
  siteUrl: 'http://127.0.0.1',
  site: await readSite(folder),
});
const incoming = { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } };
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(`http://localhost${path}`, init, { incoming });
  await response.text();
};

test.each([
  ['slashes', '/'],
  ['slashes in disguise', '%2f'],
  ['broken escapes', '%e9'],
  ['segments', '/a'],
  ['dots', '.'],
])('an address with n %s is handled in linear time', async (_name, piece) => {
  for (const method of ['GET', 'POST']) {
    for (const start of ['/', '/api/v1/', '/users/', '/delete-account/']) {
      const make = (length: number) => `${start}${piece.repeat(length / 2)}x`;
      expect(await isSuperlinear(make, (path) => ask(path, { method })), `${method} ${start}`).toBe(false);
    }
  }
});

test.each([
  ['accept-encoding', 'br;'],
  ['accept-encoding', ','],
  ['if-none-match', 'W/"'],
  ['if-none-match', ' ,'],
])('a page is served in linear time of the length of %s: %j', async (name, piece) => {
  const make = (length: number) => piece.repeat(length / 2);
  expect(await isSuperlinear(make, (text) => ask('/', { headers: { [name]: text } }))).toBe(false);
});

test.each([
  ['x-forwarded-for', '['],
  ['x-forwarded-for', ']:1'],
  ['x-forwarded-for', '127.0.0.1,'],
  ['x-forwarded-for', '%'],
  ['user-agent', ' Chrome'],
  ['content-type', ' ;'],
])('a call is answered in linear time of the length of %s: %j', async (name, piece) => {
  const headers = { 'content-type': 'application/json' };
  const make = (length: number) => piece.repeat(length / 2);
  const work = (text: string) =>
    ask('/api/v1/auth/refresh-token', {
      method: 'POST',
      headers: { ...headers, [name]: text },
      body: '{"refreshToken":"x"}',
    });
  expect(await isSuperlinear(make, work)).toBe(false);
});
