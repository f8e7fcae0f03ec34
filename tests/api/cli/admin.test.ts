import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { runCommand } from '#tests/setup/api/command.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { signInWithTotp } from '#tests/setup/api/second-factor.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const { db, url } = await cloneDatabase();
const api = await serveApi(db);
const { post } = createRequester(api.base);

const admin = (...options: string[]) => runCommand('admin', options, { DATABASE_URL: url, SITE_URL: SITE });

const signIn = (email: string, password: string) =>
  post('/auth/admin-login', { email, password, rememberMe: false });

test('an administrator is created, chooses a password with the link, is suspended, restored and listed', async () => {
  const colleague = await addAdministrator(db);
  const email = `New.${randomUUID().slice(0, 8)}@example.com`;
  const made = await admin('create', email);
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain(`${email} is now an administrator with the role Owner.`);
  const token = made.stdout.match(/https:\/\/meals\.example\/reset-password\?token=([\w-]{43})\n/)?.[1];
  const password = randomUUID();
  const reset = await post('/auth/reset-password', { token, password, confirmPassword: password });
  expect(reset.status).toBe(200);
  expect((await signIn(email, password)).status).toBe(200);

  expect((await admin('role', email, 'editor')).stdout).toBe(`${email} now has the role Editor.\n`);
  const suspended = await admin('suspend', email.toLowerCase());
  expect([suspended.status, suspended.stdout]).toEqual([
    0,
    `${email} is suspended and signed out everywhere.\n`,
  ]);
  expect((await signIn(email, password)).status).toBe(401);
  const { first_name, last_name } = colleague;
  expect((await admin('list')).stdout.split('\n')).toEqual(
    expect.arrayContaining([
      `active     Owner    ${colleague.email}  ${first_name} ${last_name}`,
      `suspended  Editor   ${email}  New Administrator`,
    ]),
  );
  expect(await admin('link', email)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/is suspended/),
  });
  expect((await admin('role', email, 'cook')).stderr).toBe(
    'The role must be one of owner, support, editor, analyst.\n',
  );
  expect((await admin('restore', email)).stdout).toBe(`${email} can sign in again.\n`);
  expect((await signIn(email, password)).status).toBe(200);
  const entries = await db
    .selectFrom('audit_entries')
    .where('actor', '=', 'command_line')
    .select('action')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'administrator_created',
    'password_link_made',
    'administrator_role_changed',
    'user_suspended',
    'user_restored',
  ]);
});

test('a second factor that was lost is removed, the sessions end, and its owner gets a mail', async () => {
  const owner = await signInWithTotp({ db }, api);
  const { id, email, password } = owner.administrator;
  expect((await signIn(email, password)).body.data).toHaveProperty('challenge');
  const reset = await admin('reset-factor', email.toUpperCase());
  expect([reset.status, reset.stderr]).toEqual([0, '']);
  expect(reset.stdout).toContain(`${email} is signed out everywhere`);
  expect((await owner.get('/admin/account')).status).toBe(401);
  expect((await signIn(email, password)).body.data).toHaveProperty('tokens');
  // The clock of the command is ahead of the stopped clock of the server.
  api.clock.now = new Date();
  api.sendQueuedMail();
  await api.waitForMailTo(email, 'second_factor_removed');
  const entries = await db.selectFrom('audit_entries').where('user_id', '=', id).selectAll().execute();
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'second_factor_reset', actor: 'command_line' }),
  );
  expect(await admin('reset-factor', email)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/has no second factor/),
  });
});

test('with --mail the link goes to its owner and is not shown', async () => {
  const { email } = await addAdministrator(db);
  const { status, stdout } = await admin('link', email, '--mail');
  expect([status, stdout]).toEqual([0, expect.stringContaining(`is queued for ${email}`)]);
  expect(stdout).not.toContain('token=');
  // The clock of the command is ahead of the stopped clock of the server.
  api.clock.now = new Date();
  expect((await api.waitForMailTo(email)).text).toMatch(/reset-password\?token=[\w-]{43}/);
});

test('the last administrator is not suspended', async () => {
  await db.updateTable('users').set({ status: 'suspended' }).where('role', '=', 'admin').execute();
  const { id, email } = await addAdministrator(db);
  const session = await openSession(db, { userId: id, rememberMe: false }, api.clock.now);
  expect(await admin('suspend', email)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^This is the only owner/),
  });
  expect((await createRequester(api.base, session.token).get('/admin/users')).status).toBe(200);
});

test.each(['help', '--help'])('%s exits without an error', async (word) => {
  expect(await admin(word)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('suspend <email>'),
  });
});

test('a command that fails prints the reason', async () => {
  const user = await addUser(db);
  for (const [options, words] of [
    [[], /npm run admin -- list/],
    [['promote', 'a@example.com'], /npm run admin -- list/],
    [['create'], /npm run admin -- list/],
    [['create', 'nobody'], /must be one email address/],
    [['list', '--all'], /--all/],
    [['create', user.email.toUpperCase()], /already has an account/],
    [['suspend', user.email], /is an app user/],
    [['restore', 'nobody@example.com'], /There’s no account for/],
    [['reset-factor', user.email], /is an app user/],
  ] as const) {
    const { status, stdout, stderr } = await admin(...options);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});
