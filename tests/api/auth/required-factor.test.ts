import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { groups } from '#api/openapi/operations.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { addTotp, sendPassword } from '#tests/setup/api/second-factor.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db, { secondFactor: 'required' });

const DAY_MS = 86_400_000;
const ONLY_ENROLMENT = ['account:read', 'security:manage', 'security:required'];
const pass = (days: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + days * DAY_MS);
};
async function signIn(person: Parameters<typeof sendPassword>[1], rememberMe = true) {
  const { body } = await sendPassword(api, person, { rememberMe });
  const { tokens, capabilities } = body.data as {
    tokens: { token: string; refreshToken: string };
    capabilities: string[];
  };
  return { tokens, capabilities, ...createRequester(api.base, tokens.token) };
}

test('the first sign-in gives seven days, in which everything works', async () => {
  const person = await addAdministrator(db);
  const start = api.clock.now;
  const first = await signIn(person);
  expect(first.capabilities).toEqual(expect.arrayContaining([...api.capabilities, 'security:required']));
  const enrolBy = new Date(start.getTime() + 7 * DAY_MS).toISOString();
  expect((await first.get('/admin/account/security')).body.data).toMatchObject({
    requirement: 'required',
    enrolBy,
  });
  pass(6);
  const later = await signIn(person);
  expect((await later.get('/admin/users')).status).toBe(200);
  // A later sign-in gives no more days.
  expect((await later.get('/admin/account/security')).body.data).toMatchObject({ enrolBy });
});

test('then only the second factor can be set up, by a refresh of an older session, too', async () => {
  const person = await addAdministrator(db);
  const early = await signIn(person);
  pass(7);
  const refreshed = await createRequester(api.base).post('/auth/refresh-token', {
    refreshToken: early.tokens.refreshToken,
  });
  expect((refreshed.body.data as { capabilities: string[] }).capabilities).toEqual(ONLY_ENROLMENT);
  const late = await signIn(person);
  expect(late.capabilities).toEqual(ONLY_ENROLMENT);
  const calls = groups
    .filter(({ access }) => access === 'administrator')
    .flatMap(({ operations }) => Object.values(operations).map(({ call }) => call));
  const open = calls.filter(({ path }) => /^\/admin\/(account|step-up|logout)/.test(path));
  expect(open.length).toBeLessThan(18);
  for (const { method, path } of calls.filter((call) => !open.includes(call))) {
    const body = method === 'GET' ? undefined : {};
    const reply = await late.send(method, path.replaceAll(/:\w+/g, '1'), body);
    expect(reply, `${method} ${path}`).toMatchObject({
      status: 403,
      body: { data: { reason: 'second_factor_required' } },
    });
  }
  expect((await late.get('/admin/account')).status).toBe(200);
  await addTotp(late, api);
  expect((await late.get('/admin/users')).status).toBe(200);
  expect((await late.get('/admin/account/security')).body.data).toMatchObject({ enrolBy: null });
  const renewed = await createRequester(api.base).post('/auth/refresh-token', {
    refreshToken: late.tokens.refreshToken,
  });
  expect((renewed.body.data as { capabilities: string[] }).capabilities).toEqual([...api.capabilities]);
});

test('the last factor can’t be removed, and a reset by a colleague gives new days', async () => {
  const admin = await signInAdministrator(database, api);
  await addTotp(admin, api);
  expect((await admin.post('/admin/account/security/totp/remove')).status).toBe(409);
  const owner = await signInAdministrator(database, api);
  await addTotp(owner, api);
  const { id } = admin.administrator;
  expect((await owner.post(`/admin/administrators/${id}/reset-factor`)).status).toBe(200);
  expect((await signIn(admin.administrator)).capabilities).toContain('users:export');
  pass(8);
  expect((await signIn(admin.administrator)).capabilities).toEqual(ONLY_ENROLMENT);
});

test('where it is optional, nothing is asked of someone who was late', async () => {
  const person = await addAdministrator(db);
  await signIn(person);
  pass(8);
  const optional = await serveApi(db);
  optional.clock.now = api.clock.now;
  const { body } = await sendPassword(optional, person);
  const { tokens, capabilities } = body.data as { tokens: { token: string }; capabilities: string[] };
  expect(capabilities).toEqual([...optional.capabilities]);
  expect((await createRequester(optional.base, tokens.token).get('/admin/users')).status).toBe(200);
});

test('a refresh that waits for the factor of another tab gives no new days', async () => {
  const person = await addAdministrator(db);
  const { tokens } = await signIn(person);
  const { promise: isAdded, resolve: add } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const adding = db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').where('id', '=', person.id).select('id').forUpdate().execute();
    const secret = { user_id: person.id, secret: 'JBSWY3DPEHPK3PXP', added_at: api.clock.now };
    await transaction
      .insertInto('totp_secrets')
      .values({ ...secret, pending_secret: null, pending_until: null })
      .execute();
    await transaction
      .updateTable('users')
      .set({ second_factor_due_at: null })
      .where('id', '=', person.id)
      .execute();
    lock();
    await isAdded;
  });
  await isLocked;
  const refreshing = createRequester(api.base).post('/auth/refresh-token', {
    refreshToken: tokens.refreshToken,
  });
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      return rows.length;
    })
    .toBe(1);
  add();
  await adding;
  expect((await refreshing).body.data).toMatchObject({
    capabilities: expect.not.arrayContaining(['security:required']),
  });
  const { second_factor_due_at } = await db
    .selectFrom('users')
    .where('id', '=', person.id)
    .select('second_factor_due_at')
    .executeTakeFirstOrThrow();
  expect(second_factor_due_at).toBeNull();
});
