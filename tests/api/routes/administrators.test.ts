import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { findUserByEmail } from '#api/db/user-by-email.ts';
import type { Administrator } from '#contract/users/administrators.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const newAddress = () => `New.${randomUUID()}@example.com`;
const invite = (fields: object) =>
  admin.post('/admin/administrators', {
    ...{ first_name: 'Ann', last_name: 'Lee', administrator_role: 'support' },
    ...fields,
  });
const entriesOf = (id: number) =>
  db
    .selectFrom('audit_entries')
    .where('user_id', '=', id)
    .select(['action', 'actor', 'actor_id'])
    .orderBy('id')
    .execute();

async function list(): Promise<Administrator[]> {
  const { body } = await admin.get('/admin/administrators');
  return body.data as Administrator[];
}

test('administrators are listed with their sessions and last use, users and deleted accounts are not', async () => {
  const colleague = await addAdministrator(db);
  const suspended = await addUser(db, { role: 'admin', status: 'suspended' });
  await addUser(db);
  await addUser(db, { role: 'admin', status: 'deleted' });
  const ended = await openSession(db, { userId: colleague.id, rememberMe: true }, api.clock.now);
  await createRequester(api.base, ended.token).post('/admin/logout');
  const used = new Date(api.clock.now.getTime() - 60_000);
  await openSession(db, { userId: colleague.id, rememberMe: true }, used);
  const common = ({ id, first_name, last_name, email }: Omit<typeof colleague, 'password'>) => ({
    id,
    first_name,
    last_name,
    email,
  });
  expect(await list()).toEqual(
    [
      {
        ...common(admin.administrator),
        status: 'active',
        administrator_role: 'owner',
        hasPassword: true,
        hasSecondFactor: false,
        lastUsedAt: api.clock.now.toISOString(),
        sessions: 1,
        isOneself: true,
      },
      {
        ...common(colleague),
        status: 'active',
        administrator_role: 'owner',
        hasPassword: true,
        hasSecondFactor: false,
        lastUsedAt: api.clock.now.toISOString(),
        sessions: 1,
        isOneself: false,
      },
      {
        ...common(suspended),
        status: 'suspended',
        administrator_role: 'owner',
        hasPassword: false,
        hasSecondFactor: false,
        lastUsedAt: null,
        sessions: 0,
        isOneself: false,
      },
    ].sort((one, other) => (one.email < other.email ? -1 : 1)),
  );
});

test('an invited administrator chooses a password with the mailed link, and signs in', async () => {
  const email = newAddress();
  const { status, body } = await invite({ first_name: ' Ann ', email: ` ${email} ` });
  expect([status, body.message]).toEqual([200, `The invitation to ${email} is on its way.`]);
  const created = await findUserByEmail(db, email);
  expect(created).toMatchObject({ first_name: 'Ann', last_name: 'Lee', role: 'admin', status: 'active' });
  expect(await list()).toContainEqual(expect.objectContaining({ email, hasPassword: false, sessions: 0 }));
  const actor = { actor: 'administrator', actor_id: admin.administrator.id };
  expect(await entriesOf(created?.id ?? 0)).toEqual([
    { action: 'administrator_created', ...actor },
    { action: 'password_link_made', ...actor },
  ]);
  const { changes } = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', created?.id ?? 0)
    .where('action', '=', 'administrator_created')
    .select('changes')
    .executeTakeFirstOrThrow();
  expect(changes).toEqual([{ field: 'administrator_role', from: null, to: 'support' }]);
  expect(created).toMatchObject({ onboarding_status: 'not_started' });
  const mail = await api.waitForMailTo(email);
  const { first_name, last_name, email: inviter } = admin.administrator;
  expect(mail).toMatchObject({ kind: 'invitation', subject: expect.stringContaining('You’re invited') });
  const text = mail.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`${first_name} ${last_name} (${inviter}) has invited you`);
  expect(text).toContain('The link works once, for 72 hours.');
  const [, token] = mail.text.match(/token=([\w-]{43})/) ?? [];
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from expires_at - mail_created_at)::integer / 3600 as hours from one_time_tokens
    where user_id = ${created?.id}`.execute(db);
  expect(rows).toEqual([{ hours: 72 }]);
  const password = randomUUID();
  const visitor = createRequester(api.base);
  expect(
    (await visitor.post('/auth/reset-password', { token, password, confirmPassword: password })).status,
  ).toBe(200);
  expect((await visitor.post('/auth/admin-login', { email, password, rememberMe: false })).status).toBe(200);
  expect(await list()).toContainEqual(expect.objectContaining({ email, hasPassword: true, sessions: 1 }));
  expect(await findUserByEmail(db, email)).toMatchObject({ onboarding_status: 'completed' });
});

test('an administrator without a password is invited again', async () => {
  const invited = await addUser(db, { role: 'admin', password_hash: null });
  expect((await admin.post(`/admin/administrators/${invited.id}/password-link`)).status).toBe(200);
  expect(await api.waitForMailTo(invited.email)).toMatchObject({ kind: 'invitation' });
});

test('an address with an account is refused, and nothing is sent or changed', async () => {
  const user = await addUser(db);
  const { status, body } = await invite({ email: user.email.toUpperCase() });
  expect([status, body.message]).toEqual([
    409,
    `${user.email.toUpperCase()} already has an account. Nothing was changed.`,
  ]);
  expect(await findUserByEmail(db, user.email)).toMatchObject({ role: 'user' });
  expect(await entriesOf(user.id)).toEqual([]);
  expect(await db.selectFrom('mails').where('address', 'ilike', user.email).selectAll().execute()).toEqual(
    [],
  );
});

test.each([
  [{ first_name: ' ' }, 'First Name is required'],
  [{ last_name: '' }, 'Last Name is required'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'ann' }, 'Enter one email address, such as name@example.com.'],
  [{ email: 'ann@example.com, bob@example.com' }, 'Enter one email address, such as name@example.com.'],
  [{ first_name: 'x'.repeat(201) }, 'First Name can have at most 200 characters'],
])('an invitation with %j is refused', async (fields, message) => {
  const { status, body } = await invite({ email: newAddress(), ...fields });
  expect([status, body.message]).toEqual([422, message]);
});

test('a new password link is mailed to an active administrator only', async () => {
  const colleague = await addAdministrator(db);
  const link = (id: number) => admin.post(`/admin/administrators/${id}/password-link`);
  expect((await link(colleague.id)).status).toBe(200);
  expect((await api.waitForMailTo(colleague.email)).kind).toBe('password_reset');
  expect(await entriesOf(colleague.id)).toMatchObject([
    { action: 'password_link_made', actor_id: admin.administrator.id },
  ]);
  const suspended = await addUser(db, { role: 'admin', status: 'suspended' });
  expect(await link(suspended.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/is suspended/) },
  });
  const user = await addUser(db);
  const deleted = await addUser(db, { role: 'admin', status: 'deleted' });
  for (const id of [user.id, deleted.id, 2_147_483_647]) expect((await link(id)).status).toBe(404);
});
