import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { runCommand } from '#tests/setup/api/command.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db, url } = database;
const api = await serveApi(db);
const user = await addUser(db);

const key = (...options: string[]) => runCommand('admin', ['key', ...options], { DATABASE_URL: url });

const secretIn = (text: string) => text.match(/^mw_[\w-]{43}$/m)?.[0] ?? '';
const statusOf = async (secret: string) => {
  // The command's clock is ahead of the server's, which stands.
  api.clock.now = new Date();
  return (await createRequester(api.base, secret).get(`/entitlements/${user.id}`)).status;
};

test('a key is added, listed, rolled and revoked', async () => {
  expect((await key('list')).stdout).toMatch(/^There are no keys\./);
  const scopes = 'entitlements:read, purchases:write';
  const added = await key(
    'add',
    'Nightly job',
    '--scopes',
    scopes,
    '--expires',
    '2999-12-31',
    '--per-minute',
    '9',
  );
  expect([added.status, added.stderr]).toEqual([0, '']);
  const first = secretIn(added.stdout);
  expect(await statusOf(first)).toBe(200);
  const listed = (await key('list')).stdout;
  expect(listed).toMatch(
    /^active {3}Nightly job {2}purchases:write,entitlements:read {2}used \d{4}-\S+Z, expires after 2999-12-31\n$/,
  );
  expect(listed).not.toContain(first);
  const second = secretIn((await key('roll', 'nightly JOB')).stdout);
  expect(second).not.toBe(first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  expect((await key('revoke', 'Nightly job')).stdout).toBe('The key Nightly job is revoked.\n');
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  expect((await key('list')).stdout).toMatch(/^revoked {2}Nightly job /);
  const admin = await signInAdministrator(database, api);
  const shown = (await admin.get('/admin/app-keys')).body.data;
  expect(shown).toMatchObject([{ name: 'Nightly job', madeBy: 'Command line', requestsPerMinute: 9 }]);
  const entries = (await admin.get('/admin/activity?by=command_line')).body.data;
  expect(entries).toMatchObject([
    { action: 'app_key_revoked', by: 'Command line' },
    { action: 'app_key_rolled', by: 'Command line' },
    { action: 'app_key_made', by: 'Command line' },
  ]);
});

test('a command that fails prints the reason, and makes no key', async () => {
  const before = (await key('list')).stdout;
  const add = (...options: string[]) => ['add', 'Other', ...options];
  for (const [options, words] of [
    [[], /key add <name> --scopes/],
    [['add', 'Other'], /key add <name> --scopes/],
    [['list', 'Other'], /key add <name> --scopes/],
    [add('--scopes', 'users:delete'), /^A scope must be one of users:read, /],
    [add('--scopes', ''), /^A scope must be one of users:read, /],
    [add('--scopes', 'users:read', '--expires', 'never'), /^Enter the day as YYYY-MM-DD\.\n$/],
    [add('--scopes', 'users:read', '--expires', '2999-02-30'), /^This day doesn’t exist\.\n$/],
    [add('--scopes', 'users:read', '--per-minute', 'many'), /^Enter a whole number from 1 to 100,000\.\n$/],
    [['add', ' ', '--scopes', 'users:read'], /^Name is required\.\n$/],
    [['roll', 'Other'], /^There’s no key named Other\.\n$/],
    [['revoke', 'Nightly job'], /^There’s no key named Nightly job\.\n$/],
  ] as const) {
    const { status, stderr } = await key(...options);
    expect([options, status, stderr]).toEqual([options, 1, expect.stringMatching(words)]);
  }
  expect((await key('list')).stdout).toBe(before);
});
