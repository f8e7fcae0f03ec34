import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { changeAdministratorRole } from '#api/accounts/manage-administrators.ts';
import { suspend } from '#api/accounts/suspension.ts';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { createAdministrator } from '#api/cli/administrator-commands.ts';
import { Problem } from '#api/http/problem.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const { post } = createRequester(api.base);
const commandLine = { kind: 'command_line', requestId: null } as const;

beforeEach(async () => {
  await db.updateTable('users').set({ status: 'suspended' }).where('status', '=', 'active').execute();
});

/** Closes an account with the link of a mail. */
async function close(userId: number): Promise<number> {
  const now = api.clock.now;
  const token = await issueOneTimeToken(
    db,
    { userId, purpose: 'deletion_request', carrier: { id: randomUUID(), created_at: now } },
    now,
  );
  return (await post('/auth/verify-delete-account-request', { token })).status;
}

/** The status that the API would answer. */
const suspendNow = (userId: number): Promise<number> =>
  suspend(db, { userId, actor: commandLine }, api.clock.now).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Problem) return error.status;
      throw error;
    },
  );

const ableToSignIn = () =>
  db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .select('id')
    .execute();

test('an administrator who never chose a password does not count, and can be suspended', async () => {
  const { id } = await addAdministrator(db);
  const email = `${randomUUID()}@example.com`;
  await createAdministrator(db, { email, role: 'owner', byMail: false, siteUrl: SITE }, api.clock.now);
  expect(await suspendNow(id)).toBe(409);
  expect(await close(id)).toBe(409);
  expect(await ableToSignIn()).toEqual([{ id }]);
  const created = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await suspendNow(created.id)).toBe(200);
});

test('of the last two administrators one stays, if one is suspended while the other closes the account', async () => {
  for (let round = 0; round < 20; round += 1) {
    await db.updateTable('users').set({ status: 'suspended' }).where('status', '=', 'active').execute();
    const [one, other] = [await addAdministrator(db), await addAdministrator(db)];
    const outcomes = await Promise.all(
      round % 2 === 0 ? [close(one.id), suspendNow(other.id)] : [suspendNow(one.id), close(other.id)],
    );
    expect(outcomes.sort()).toEqual([200, 409]);
    expect(await ableToSignIn()).toHaveLength(1);
  }
});

const demoteNow = (userId: number): Promise<number> =>
  changeAdministratorRole(db, { userId, role: 'support', actor: commandLine }, api.clock.now).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Problem) return error.status;
      throw error;
    },
  );

const owners = async () => {
  const able = await ableToSignIn();
  return db
    .selectFrom('users')
    .where('id', 'in', [0, ...able.map(({ id }) => id)])
    .where('administrator_role', '=', 'owner')
    .select('id')
    .execute();
};

test('an administrator with another role does not count as an owner', async () => {
  const { id } = await addAdministrator(db);
  await addAdministrator(db, 'support');
  expect([await suspendNow(id), await close(id), await demoteNow(id)]).toEqual([409, 409, 409]);
  expect(await owners()).toEqual([{ id }]);
});

test('of the last two owners one stays, if they demote or suspend each other at once', async () => {
  for (let round = 0; round < 20; round += 1) {
    await db.updateTable('users').set({ status: 'suspended' }).where('status', '=', 'active').execute();
    const [one, other] = [await addAdministrator(db), await addAdministrator(db)];
    const outcomes = await Promise.all([
      demoteNow(one.id),
      round % 2 === 0 ? demoteNow(other.id) : suspendNow(other.id),
    ]);
    expect(outcomes.sort()).toEqual([200, 409]);
    expect(await owners()).toHaveLength(1);
  }
});
