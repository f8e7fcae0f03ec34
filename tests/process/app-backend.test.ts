import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';
import { createDataDir, type ServerProcess, signIn, startServer } from './server-process.ts';

const run = promisify(execFile);

async function makeKey(dataDir: string): Promise<string> {
  const scopes = 'users:read,users:write,purchases:write,entitlements:read,recipes:read';
  const limit = ['--per-minute', '100000'];
  const command = ['api/cli/admin.ts', 'key', 'add', 'Test backend', '--scopes', scopes, ...limit];
  const { stdout } = await run(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir } });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Sends with a token or key, and throws for an answer that is no success. */
function createCaller({ address }: ServerProcess, token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer;
  };
}

async function createAdministratorCaller(server: ServerProcess) {
  const { data } = (await (await signIn(server)).json()) as { data: { tokens: { token: string } } };
  return createCaller(server, data.tokens.token);
}

test('the sample backend signs up, sells, asks, follows the catalog and deletes', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const port = await takePort();
  const sample = spawn(process.execPath, ['examples/app-backend/server.mjs'], {
    env: {
      API: `${server.address}/api/v1`,
      APP_KEY: await makeKey(dataDir),
      PORT: `${port}`,
      FOLLOW_SECONDS: '0.2',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void sample.kill());
  const ready = Promise.withResolvers<void>();
  sample.stdout.once('data', () => ready.resolve());
  await ready.promise;
  const app = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  const person = { firstName: 'Nadia', lastName: 'Ivanova', email: 'nadia@example.com', locale: 'en-GB' };
  const { body: user } = await app('POST', '/users', person);
  expect(await app('POST', '/users', person)).toMatchObject({ status: 409 });
  expect((await app('GET', `/users/${user.id}/access`)).body.access.hasAccess).toBe(false);
  const key = createSandboxToken('active', new Date(Date.now() + 20 * 86_400_000), 'sample');
  expect((await app('POST', `/users/${user.id}/purchases`, { platform: 'ios', key })).status).toBe(200);
  await expect
    .poll(async () => (await app('GET', `/users/${user.id}/access`)).body.access)
    .toMatchObject({ hasAccess: true, by: 'subscription' });

  const administrator = await createAdministratorCaller(server);
  const { data: found } = await administrator('GET', '/admin/users?keyword=nadia');
  const corrected = { first_name: 'Nadja', last_name: 'Ivanova', phone: '+44 20 7946 0123' };
  await administrator('PUT', `/admin/users/${found[0].id}`, corrected);
  expect((await app('PUT', `/users/${user.id}`, { locale: 'de' })).body).toMatchObject({
    firstName: 'Nadja',
    locale: 'de',
  });

  const content = recipeContent({ title: 'Tomato soup', image_url: null });
  const { data: saved } = await administrator('POST', '/admin/recipes', content);
  await administrator('POST', `/admin/recipes/${saved.id}/publish`);
  const titles = async () => (await app('GET', '/recipes')).body.map(({ title }: { title: string }) => title);
  await expect.poll(titles).toEqual(['Tomato soup']);
  await administrator('POST', `/admin/recipes/${saved.id}/unpublish`);
  await expect.poll(titles).toEqual([]);

  expect((await app('POST', `/users/${user.id}/deletion`)).body.eraseBy).toBeTruthy();
  const { data: closed } = await administrator('GET', '/admin/users?status=deleted');
  expect(closed).toMatchObject([{ first_name: 'Nadja', source: 'app' }]);
});

test('a thousand users with a purchase each are in the list, the search, the figures and the log', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const app = createCaller(server, await makeKey(dataDir));
  const date = new Date(Date.now() + 20 * 86_400_000);
  const people = Array.from({ length: 1_000 }, (_, index) => ({
    externalId: `member-${index}`,
    firstName: 'Person',
    lastName: `Number${index}`,
    email: `person.${index}@example.com`,
  }));
  for (const batch of [people.slice(0, 500), people.slice(500)]) {
    const { message } = await app('POST', '/app/users:batch', { users: batch });
    expect(message).toBe('500 users stored');
  }
  for (let from = 0; from < people.length; from += 20) {
    const some = people.slice(from, from + 20).map(({ externalId }) => {
      const key = createSandboxToken('active', date, externalId);
      const purchase = { externalId, platform: 'android', key, productId: 'mealwright.monthly' };
      return app('PUT', '/app/purchases', purchase);
    });
    await Promise.all(some);
  }
  const administrator = await createAdministratorCaller(server);
  const totalOf = async (path: string) => (await administrator('GET', path)).total;
  expect(await totalOf('/admin/users?role=user')).toBe(1_000);
  expect((await administrator('GET', '/admin/users?keyword=member-777')).data).toMatchObject([
    { last_name: 'Number777', source: 'app' },
  ]);
  expect(await totalOf('/admin/users?keyword=person.777@example.com')).toBe(1);
  // Each store is asked by the server's own work in the background.
  await expect
    .poll(() => totalOf('/admin/users?subscription=active'), { timeout: 120_000, interval: 500 })
    .toBe(1_000);
  const { data: overview } = await administrator('GET', '/admin/overview');
  expect(overview.thisMonth.revenue).toBeGreaterThan(0);
  const { data: entries } = await administrator('GET', '/admin/activity?by=app_backend&action=user_created');
  expect(entries[0]).toMatchObject({ by: 'App backend (key Test backend)', action: 'user_created' });
});
