import type { Updateable } from 'kysely';
import { expect, test } from 'vitest';
import { writeAuditEntry } from '#api/audit/write.ts';
import type { UsersTable } from '#api/db/schema.ts';
import { readConflict } from '#contract/users/update.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const colleague = await signInAdministrator(database, api);
const { first_name, last_name, email } = colleague.administrator;
const colleagueName = `${first_name} ${last_name} (${email})`;

const read = { first_name: 'Ann', last_name: 'Lee', phone: '1' };
const addAnn = () => addUser(db, read);
const save = (id: number, names: object, by = admin) => by.put(`/admin/users/${id}`, { ...read, ...names });
/** A change by the app writes no audit entry. */
const changeQuietly = (id: number, values: Updateable<UsersTable>, updated_at: Date) =>
  db
    .updateTable('users')
    .set({ ...values, updated_at })
    .where('id', '=', id)
    .execute();
const appTime = new Date(Date.now() + 60_000);

async function conflictOf(id: number, names: object) {
  const { status, body } = await save(id, { ...names, version: 1 });
  expect(status).toBe(409);
  const { changedBy, changedAt, fields } = readConflict(body) ?? {};
  return { changedBy, changedAt, fields: fields?.toSorted() };
}

test('no name is given for an unlogged change, and every field that differs is named', async () => {
  const { id } = await addAnn();
  await save(id, { first_name: 'Anna', version: 1 }, colleague);
  await changeQuietly(id, { phone: '5' }, appTime);
  expect(await conflictOf(id, {})).toEqual({
    changedBy: null,
    changedAt: appTime.toISOString(),
    fields: ['first_name', 'phone'],
  });
});

test('the author of the last save is named, with fields that changed before without an entry', async () => {
  const { id } = await addAnn();
  await changeQuietly(id, { phone: '5' }, appTime);
  await save(id, { first_name: 'Anna', phone: '5', version: 2 }, colleague);
  expect(await conflictOf(id, { last_name: 'Leigh' })).toEqual({
    changedBy: colleagueName,
    changedAt: api.clock.now.toISOString(),
    fields: ['first_name', 'last_name', 'phone'],
  });
});

test('if every change has an entry, the own input does not count as a change by others', async () => {
  const { id } = await addAnn();
  await save(id, { first_name: 'Anna', version: 1 }, colleague);
  await save(id, { first_name: 'Anna', phone: '2', version: 2 }, colleague);
  // A change that creates no new version.
  await writeAuditEntry(
    db,
    { actor: { kind: 'owner', requestId: null }, action: 'password_changed', userId: id },
    appTime,
  );
  expect(await conflictOf(id, { last_name: 'Leigh' })).toEqual({
    changedBy: colleagueName,
    changedAt: api.clock.now.toISOString(),
    fields: ['first_name', 'phone'],
  });
});
