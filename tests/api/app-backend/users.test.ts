import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { updateProfile } from '#api/accounts/update-profile.ts';
import { makeAppKey } from '#api/auth/app-keys.ts';
import { issueOneTimeToken } from '#api/auth/one-time-tokens.ts';
import { product } from '#brand/product.ts';
import type { AppScope } from '#contract/app/keys.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db);
const administration = await signInAdministrator({ db }, api);

async function requesterWith(scopes: AppScope[], name = `Key ${randomUUID()}`) {
  const key = { name, scopes, expiresOn: null, requestsPerMinute: 10_000 };
  const actor = { kind: 'command_line', requestId: null } as const;
  return createRequester(api.base, (await makeAppKey(db, { ...key, actor }, api.clock.now)).secret);
}
const app = await requesterWith(['users:read', 'users:write', 'purchases:write'], 'Sign-up service');

const invent = (values: object = {}) => {
  const mark = randomUUID().slice(0, 8);
  return { firstName: 'Nadia', lastName: `Ivanova${mark}`, email: `nadia.${mark}@example.com`, ...values };
};
const pathOf = (externalId: string) => `/app/users/${encodeURIComponent(externalId)}`;
const storedOf = (externalId: string) =>
  db.selectFrom('users').where('external_id', '=', externalId).selectAll().executeTakeFirstOrThrow();
const auditOf = async (userId: number) => {
  const { data } = (await administration.get(`/admin/users/${userId}/audit`)).body;
  return data as { by: string; action: string; changes: { field: string; from: string; to: string }[] }[];
};

test('a user is created with what the app knows, and the same call again changes nothing', async () => {
  const id = `customer/${randomUUID()}`;
  const profile = invent({
    phone: ' +44 20 7946 0000 ',
    locale: 'pt-br',
    isEmailVerified: true,
    onboardingStatus: 'in_progress',
  });
  const first = await app.put(pathOf(id), profile);
  expect(first).toMatchObject({ status: 200, body: { message: 'User created', kept: [] } });
  expect(first.body.data).toMatchObject({
    ...profile,
    phone: '+44 20 7946 0000',
    locale: 'pt-BR',
    externalId: id,
  });
  const before = await storedOf(id);
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  const second = await app.put(pathOf(id), profile);
  expect(second.body).toEqual({ ...first.body, message: 'Nothing has changed' });
  expect(await storedOf(id)).toEqual(before);
  expect(await auditOf(before.id)).toMatchObject([
    { by: 'App backend (key Sign-up service)', action: 'user_created' },
  ]);
});

test('fields that are left out stay, and null empties them', async () => {
  const id = randomUUID();
  const profile = invent();
  await app.put(pathOf(id), { ...profile, phone: '1', locale: 'de', onboardingStatus: 'completed' });
  await app.put(pathOf(id), profile);
  expect(await storedOf(id)).toMatchObject({ phone: '1', locale: 'de', onboarding_status: 'completed' });
  await app.put(pathOf(id), { ...profile, phone: null, locale: null });
  expect(await storedOf(id)).toMatchObject({ phone: null, locale: null, onboarding_status: 'completed' });
});

test('a correction in the console stays until the app sends a new value', async () => {
  const id = randomUUID();
  const profile = invent({ phone: '+1 555 0100' });
  const { id: userId } = (await app.put(pathOf(id), profile)).body.data as { id: number };
  const actor = { kind: 'administrator', id: (await addAdministrator(db)).id, requestId: null } as const;
  const correction = { first_name: 'Nadja', last_name: profile.lastName, phone: '+1 555 0199' };
  await updateProfile(db, { userId, profile: correction, version: undefined, actor }, api.clock.now);

  const repeated = await app.put(pathOf(id), profile);
  expect(repeated.body).toMatchObject({ message: 'Nothing has changed', kept: ['firstName', 'phone'] });
  expect(repeated.body.data).toMatchObject({ firstName: 'Nadja', phone: '+1 555 0199' });

  const renewed = await app.put(pathOf(id), { ...profile, phone: '+1 555 0142' });
  expect(renewed.body).toMatchObject({ message: 'User updated', kept: ['firstName'] });
  expect(await storedOf(id)).toMatchObject({ first_name: 'Nadja', phone: '+1 555 0142' });
  expect((await auditOf(userId))[0]).toMatchObject({
    by: 'App backend (key Sign-up service)',
    action: 'user_updated',
    changes: [{ field: 'phone', from: '+1 555 0199', to: '+1 555 0142' }],
  });

  // What the app sends now is what is stored: nothing is kept out.
  const agreed = await app.put(pathOf(id), { ...profile, firstName: 'Nadja', phone: '+1 555 0142' });
  expect(agreed.body).toMatchObject({ message: 'Nothing has changed', kept: [] });
});

test('a call that brings nothing new writes nothing', async () => {
  const id = randomUUID();
  const profile = invent({ phone: '+1 555 0100', isEmailVerified: true });
  await app.put(pathOf(id), profile);
  const writerOf = () =>
    db
      .selectFrom('users')
      .where('external_id', '=', id)
      .select(sql<string>`xmin::text`.as('writer'))
      .executeTakeFirstOrThrow();
  const before = await writerOf();
  await app.put(pathOf(id), profile);
  expect(await writerOf()).toEqual(before);
});

test('a language makes no version, so that an earlier change by hand is still found', async () => {
  const id = randomUUID();
  const profile = invent({ phone: '+1 555 0100' });
  const { id: userId } = (await app.put(pathOf(id), profile)).body.data as { id: number };
  await db.updateTable('users').set({ phone: '+1 555 0177' }).where('id', '=', userId).execute();
  await app.put(pathOf(id), { ...profile, locale: 'fr-CA' });
  const edit = { first_name: 'Nadja', last_name: profile.lastName, phone: '+1 555 0100', version: 1 };
  const { status, body } = await administration.put(`/admin/users/${userId}`, edit);
  expect(status).toBe(409);
  expect((body.conflict as { fields: string[] }).fields).toContain('phone');
});

test('a stale form is told only what it can compare', async () => {
  const id = randomUUID();
  const profile = invent({ phone: '+1 555 0100' });
  const { id: userId } = (await app.put(pathOf(id), profile)).body.data as { id: number };
  await app.put(pathOf(id), { ...profile, lastName: 'Petrova', locale: 'bg', isEmailVerified: true });
  const edit = { first_name: 'Nadja', last_name: profile.lastName, phone: '+1 555 0100', version: 1 };
  const { status, body } = await administration.put(`/admin/users/${userId}`, edit);
  expect([status, body.conflict]).toMatchObject([
    409,
    { changedBy: 'App backend (key Sign-up service)', fields: ['last_name'] },
  ]);
});

test('links that were mailed to the old address end with it, and no others', async () => {
  const profile = invent();
  const id = randomUUID();
  const { id: userId } = (await app.put(pathOf(id), profile)).body.data as { id: number };
  const valid = async () =>
    (
      await db
        .selectFrom('one_time_tokens')
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .select('purpose')
        .orderBy('purpose')
        .execute()
    ).map(({ purpose }) => purpose);
  for (const purpose of ['deletion_request', 'password_reset'] as const) {
    const carrier = { id: randomUUID(), created_at: api.clock.now };
    await issueOneTimeToken(db, { userId, purpose, carrier }, api.clock.now);
  }
  await app.put(pathOf(id), { ...profile, email: profile.email.toUpperCase(), firstName: 'Nadja' });
  // Refused: the address is taken.
  const { email: taken } = (await app.put(pathOf(randomUUID()), invent())).body.data as { email: string };
  expect((await app.put(pathOf(id), { ...profile, email: taken })).status).toBe(409);
  expect(await valid()).toEqual(['deletion_request', 'password_reset']);
  await app.put(pathOf(id), { ...profile, email: invent().email });
  expect(await valid()).toEqual([]);
});

test('an email of another account is refused with whose it is, and nothing is stored', async () => {
  const [taken, other] = [invent(), invent()];
  await app.put(pathOf('first of two'), taken);
  const plain = await addUser(db);
  const administrator = await addAdministrator(db);
  const refusal = async (email: string) => {
    const { status, body } = await app.put(pathOf('second of two'), { ...other, email });
    return [status, body.message];
  };
  const mine = 'This email address belongs to';
  expect(await refusal(taken.email.toUpperCase())).toEqual([409, `${mine} the user "first of two".`]);
  expect(await refusal(plain.email)).toEqual([409, `${mine} a user without an external ID.`]);
  expect(await refusal(administrator.email)).toEqual([409, `${mine} an administrator.`]);
  expect((await app.get(pathOf('second of two'))).status).toBe(404);
  // The same for a change, which keeps the old address.
  await app.put(pathOf('second of two'), other);
  expect((await refusal(taken.email))[0]).toBe(409);
  expect(await storedOf('second of two')).toMatchObject({ email: other.email });
  expect((await refusal(other.email.toUpperCase()))[0]).toBe(200);
});

test('calls at the same time create one user, and only one takes an address', async () => {
  const profile = invent();
  const same = await Promise.all(Array.from({ length: 6 }, () => app.put(pathOf('at once'), profile)));
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(same.filter(({ body }) => body.message === 'User created')).toHaveLength(1);
  const address = invent();
  const different = await Promise.all(
    Array.from({ length: 6 }, (_, index) => app.put(pathOf(`rival ${index}`), address)),
  );
  expect(different.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});

test('an administrator is never touched', async () => {
  const administrator = await addAdministrator(db);
  await db.updateTable('users').set({ external_id: 'boss' }).where('id', '=', administrator.id).execute();
  const before = await storedOf('boss');
  for (const reply of [await app.put(pathOf('boss'), invent()), await app.post(`${pathOf('boss')}/deletion`)])
    expect(reply).toMatchObject({ status: 409, body: { message: 'This account is an administrator’s.' } });
  expect(await storedOf('boss')).toEqual(before);
});

test.each([
  [{ firstName: ' ' }, 'First Name is required'],
  [{ lastName: undefined }, 'Last Name is required'],
  [{ email: 'nobody' }, 'Enter an email address, such as name@example.com'],
  [{ phone: 'x'.repeat(51) }, 'Phone can have at most 50 characters'],
  [{ locale: 'not a locale' }, 'Enter a locale as a BCP 47 tag, such as en-US'],
  [{ isEmailVerified: 'yes' }, 'isEmailVerified is true or false'],
  [{ onboardingStatus: 'done' }, 'onboardingStatus is not_started, in_progress, completed'],
])('422 for %j', async (wrong, message) => {
  expect(await app.put(pathOf('wrong'), invent(wrong))).toMatchObject({ status: 422, body: { message } });
  expect((await app.get(pathOf('wrong'))).status).toBe(404);
});

test.each(['%00', '%20x', 'x%0a', 'y'.repeat(201)])('422 for the external ID %j', async (id) => {
  for (const reply of [await app.put(`/app/users/${id}`, invent()), await app.get(`/app/users/${id}`)])
    expect(reply).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^An external ID has/) },
    });
});

test('a user is read with what they may use and the token for the stores', async () => {
  const { id: userId } = (await app.put(pathOf('reader'), invent())).body.data as { id: number };
  const { store_account_token } = await storedOf('reader');
  expect((await app.get(pathOf('reader'))).body.data).toMatchObject({
    id: userId,
    status: 'active',
    entitlement: { hasAccess: false, by: null, until: null },
    storeAccountToken: store_account_token,
  });
  await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan: 'Monthly',
      product_id: 'mealwright.monthly',
      platform: 'ios',
      status: 'active',
      start_date: api.clock.now,
    })
    .execute();
  expect((await app.get(pathOf('reader'))).body.data).toMatchObject({
    entitlement: { hasAccess: true, by: 'subscription', until: null },
  });
});

test('a purchase names its user by the external ID', async () => {
  const { id: userId } = (await app.put(pathOf('buyer'), invent())).body.data as { id: number };
  const purchase = { platform: 'android', key: `token-${randomUUID()}` };
  expect((await app.put('/app/purchases', { ...purchase, externalId: 'buyer' })).status).toBe(200);
  const stored = await db.selectFrom('purchases').where('key', '=', purchase.key).select('user_id').execute();
  expect(stored).toEqual([{ user_id: userId }]);
  expect((await app.put('/app/purchases', { ...purchase, externalId: 'nobody' })).status).toBe(404);
  for (const user of [{}, { userId, externalId: 'buyer' }]) {
    const { status, body } = await app.put('/app/purchases', { ...purchase, ...user });
    expect([status, body.message]).toEqual([422, 'Name the user either by userId or by externalId']);
  }
});

test('the app’s delete button closes the account as the page does', async () => {
  const { id: userId, email } = (await app.put(pathOf('leaver'), invent())).body.data as {
    id: number;
    email: string;
  };
  const closed = await app.post(`${pathOf('leaver')}/deletion`);
  expect(closed).toMatchObject({ status: 200, body: { message: 'The account is closed.' } });
  const dueInDays =
    (Date.parse(String((closed.body.data as { eraseBy: string }).eraseBy)) - api.clock.now.getTime()) /
    86_400_000;
  expect(dueInDays).toBe(28);
  expect(await storedOf('leaver')).toMatchObject({ status: 'deleted', is_deletion_under_way: true });
  expect((await auditOf(userId))[0]).toMatchObject({
    by: 'App backend (key Sign-up service)',
    action: 'account_closed',
  });
  // Again: the same answer, and no second mail.
  expect((await app.post(`${pathOf('leaver')}/deletion`)).body).toEqual(closed.body);
  const queued = db.selectFrom('mails').where('address', '=', email).select('kind');
  await expect.poll(() => queued.execute()).toEqual([]);
  const subjects = api.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toEqual([`Your ${product.name} account has been deleted`]);
  expect((await app.get(pathOf('leaver'))).body.data).toMatchObject({
    status: 'deleted',
    entitlement: null,
    storeAccountToken: null,
  });
  expect(await app.put(pathOf('leaver'), invent())).toMatchObject({
    status: 409,
    body: { message: 'This account has been deleted.' },
  });
});

test('a batch answers for each row, in their order', async () => {
  const [good, repeated] = [invent(), invent()];
  await app.put(pathOf('row 2'), repeated);
  const rows = [
    { externalId: 'row 1', ...good },
    { externalId: 'row 2', ...repeated },
    { externalId: 'row 3', ...invent({ email: good.email }) },
    { externalId: 'row 4', ...invent({ email: 'no address' }) },
    { ...invent() },
    { externalId: 'row 6', ...invent() },
  ];
  const { status, body } = await app.post('/app/users:batch', { users: rows });
  expect([status, body.message]).toEqual([200, '3 of 6 users not stored']);
  expect(body.data).toMatchObject([
    { externalId: 'row 1', status: 200, message: 'User created', id: expect.any(Number), kept: [] },
    { externalId: 'row 2', status: 200, message: 'Nothing has changed' },
    {
      externalId: 'row 3',
      status: 409,
      message: 'This email address belongs to the user "row 1".',
      id: null,
    },
    { externalId: 'row 4', status: 422, message: 'Enter an email address, such as name@example.com' },
    { externalId: null, status: 422 },
    { externalId: 'row 6', status: 200 },
  ]);
});

test('a row with a text that can’t be stored stops no other', async () => {
  const rows = [
    { externalId: 'storable 1', ...invent() },
    { externalId: 'cut emoji', ...invent({ lastName: 'Lee \ud83c' }) },
    { externalId: 'zero\u0000', ...invent() },
    { externalId: 'storable 2', ...invent() },
  ];
  const { status, body } = await app.post('/app/users:batch', { users: rows });
  expect([status, body.message]).toEqual([200, '2 of 4 users not stored']);
  const message = 'The row contains a character that can’t be stored.';
  expect(body.data).toMatchObject([
    { externalId: 'storable 1', status: 200 },
    { externalId: 'cut emoji', status: 422, message },
    { externalId: null, status: 422, message },
    { externalId: 'storable 2', status: 200 },
  ]);
});

test.each(['.', '..'])('no user gets the ID %j, which no path can hold', async (externalId) => {
  const { body } = await app.post('/app/users:batch', { users: [{ externalId, ...invent() }] });
  const message = 'An external ID can’t be one or two periods';
  expect(body.data).toMatchObject([{ externalId, status: 422, message }]);
});

test('500 of the longest users fit into a batch, also in ASCII', async () => {
  const longest = (index: number) => ({
    externalId: `${index}`.padStart(200, '用'),
    firstName: '名'.repeat(200),
    lastName: '姓'.repeat(200),
    // It is refused, and quickly: its length is what counts here.
    email: '址'.repeat(254),
    phone: '☎'.repeat(50),
  });
  const body = JSON.stringify({ users: Array.from({ length: 500 }, (_, index) => longest(index)) });
  const ascii = body.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
  expect(ascii.length).toBeGreaterThan(2_700_000);
  expect(await app.post('/app/users:batch', ascii)).toMatchObject({
    status: 200,
    body: { message: '500 of 500 users not stored' },
  });
});

test('a batch of one row is counted as one user', async () => {
  const send = async (user: object) => (await app.post('/app/users:batch', { users: [user] })).body.message;
  expect(await send({ externalId: 'alone', ...invent() })).toBe('1 user stored');
  expect(await send({ externalId: 'alone', ...invent({ phone: 5 }) })).toBe('1 of 1 user not stored');
});

test('500 users fit into a batch, and 501 do not', async () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ externalId: `bulk ${index}`, ...invent() }));
  const { status, body } = await app.post('/app/users:batch', { users: many });
  expect([status, body.message]).toEqual([422, 'A batch can have at most 500 users']);
  const stored = await app.post('/app/users:batch', { users: many.slice(0, 500) });
  expect(stored).toMatchObject({ status: 200, body: { message: '500 users stored' } });
});

test('each call needs its scope', async () => {
  const [reader, writer] = [await requesterWith(['users:read']), await requesterWith(['users:write'])];
  expect((await reader.put(pathOf('scoped'), invent())).body.message).toBe(
    'This key doesn’t have the scope users:write.',
  );
  expect((await reader.post('/app/users:batch', { users: [] })).status).toBe(403);
  expect((await reader.post(`${pathOf('scoped')}/deletion`)).status).toBe(403);
  expect((await writer.put(pathOf('scoped'), invent())).status).toBe(200);
  expect((await writer.get(pathOf('scoped'))).status).toBe(403);
});

test('the console finds a user by the app’s own ID, and says where they came from', async () => {
  const id = `Mixed/Case ${randomUUID()}`;
  await app.put(pathOf(id), invent());
  const find = async (keyword: string) =>
    (await administration.get(`/admin/users?keyword=${encodeURIComponent(keyword)}`)).body.data;
  expect(await find(id)).toMatchObject([{ source: 'app' }]);
  expect(await find(`${id} `)).toMatchObject([{ source: 'app' }]);
  expect(await find(id.toLowerCase())).toEqual([]);
  const plain = await addUser(db);
  expect(await find(plain.email)).toMatchObject([{ source: null }]);
  const { email } = await addAdministrator(db);
  expect(await find(email)).toMatchObject([{ source: 'console' }]);
});

test('an erasure frees the ID: the same person may sign up again', async () => {
  const id = randomUUID();
  const profile = invent();
  const first = (await app.put(pathOf(id), profile)).body.data as { id: number };
  await app.post(`${pathOf(id)}/deletion`);
  const later = new Date(api.clock.now.getTime() + 29 * 86_400_000);
  expect(await eraseDueAccounts(db, later, createTestLog([]))).toBeGreaterThan(0);
  expect((await app.get(pathOf(id))).status).toBe(404);
  const again = await app.put(pathOf(id), profile);
  expect(again.body.message).toBe('User created');
  expect((again.body.data as { id: number }).id).not.toBe(first.id);
});

test('a new email is not verified until the app says so', async () => {
  const id = randomUUID();
  const profile = invent();
  await app.put(pathOf(id), { ...profile, isEmailVerified: true });
  const { email } = invent();
  expect((await app.put(pathOf(id), { ...profile, email })).body.data).toMatchObject({
    email,
    isEmailVerified: false,
  });
  const { id: userId } = await storedOf(id);
  expect((await auditOf(userId))[0]?.changes.map(({ field, to }) => [field, to])).toEqual([
    ['email', email],
    ['is_email_verified', 'false'],
  ]);
  const verified = { ...profile, email: invent().email, isEmailVerified: true };
  expect((await app.put(pathOf(id), verified)).body.data).toMatchObject({ isEmailVerified: true });
});
