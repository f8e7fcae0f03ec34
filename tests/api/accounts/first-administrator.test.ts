import { expect, test } from 'vitest';
import { createFirstAdministrator, findFirstAdministrator } from '#api/accounts/first-administrator.ts';
import { listAuditEntries } from '#api/audit/read.ts';
import { verifyPassword } from '#api/auth/password-hash.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

const chief = { email: 'chief@example.com', password: 'first password' };

test('one of several servers that start together creates the first administrator', async () => {
  const { db } = await cloneDatabase();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => createFirstAdministrator(db, chief)));
  expect(outcomes.sort()).toEqual(['created', 'exists', 'exists', 'exists']);
  expect(await findFirstAdministrator(db)).toBe(chief.email);
});

test('an administrator who exists is never changed', async () => {
  const { db } = await cloneDatabase();
  await createFirstAdministrator(db, chief);
  expect(await createFirstAdministrator(db, { ...chief, password: 'second password' })).toBe('exists');
  expect(await createFirstAdministrator(db, { ...chief, email: 'other@example.com' })).toBe('exists');
  const [only, ...others] = await db.selectFrom('users').selectAll().execute();
  expect(others).toEqual([]);
  expect(await verifyPassword('first password', only?.password_hash ?? null)).toBe(true);
});

test('an app user with the address of ADMIN_EMAIL does not become an administrator', async () => {
  const { db } = await cloneDatabase();
  await addUser(db, { email: 'Chief@Example.com' });
  expect(await createFirstAdministrator(db, chief)).toBe('taken');
  expect(await findFirstAdministrator(db)).toBeNull();
});

test('the audit log has one entry about the first administrator, by the server start', async () => {
  const { db } = await cloneDatabase();
  await Promise.all([1, 2, 3].map(() => createFirstAdministrator(db, chief)));
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  expect(await listAuditEntries(db, id, { offset: 0, limit: 10 })).toMatchObject([
    { action: 'administrator_created', by: 'Server start', changes: [], request_id: null },
  ]);
});
