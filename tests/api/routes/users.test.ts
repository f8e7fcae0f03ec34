import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const whole = (user: object, changes: object) => ({ ...user, ...changes });

test('a user has the fields of the contract and no others', async () => {
  const user = await addUser(db, { phone: '+1 202 555 0100', password_hash: `secret-${randomUUID()}` });
  const { status, body } = await admin.get(`/admin/users/${user.id}`);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone: user.phone,
    status: 'active',
    role: 'user',
    onboarding_status: 'not_started',
  });
});

test.each(['0', '-1', '1.5', '01', 'x', '1e3', '2147483648', '99999999999999999999', '2147483647', '%00'])(
  'there is no user %s to read, change or look up',
  async (id) => {
    const names = { first_name: 'A', last_name: 'B', phone: '1' };
    const replies = [
      await admin.get(`/admin/users/${id}`),
      await admin.put(`/admin/users/${id}`, names),
      await admin.get(`/admin/subscriptions/history/${id}`),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(404);
      expect(body.message).toMatch(/\S/);
    }
  },
);

test('an update changes only names and phone, trimmed', async () => {
  const user = await addUser(db);
  const first_name = `Zoë ${randomUUID()}`;
  const { status, body } = await admin.put(
    `/admin/users/${user.id}`,
    whole(user, {
      id: 999_999,
      first_name: `  ${first_name} `,
      last_name: '李',
      phone: ' +44 7700 900123 ',
      email: 'thief@example.com',
      role: 'admin',
      status: 'suspended',
      onboarding_status: 'completed',
      password_hash: 'x',
      created_at: '2001-01-01',
    }),
  );
  expect([status, body.message]).toEqual([200, 'User updated successfully']);
  expect(body.data).toMatchObject({
    id: user.id,
    first_name,
    last_name: '李',
    email: user.email,
    role: 'user',
  });
  const stored = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow();
  const { search_text, updated_at, ...kept } = stored;
  expect(kept).toEqual({
    ...kept,
    first_name,
    last_name: '李',
    phone: '+44 7700 900123',
    email: user.email,
    role: 'user',
    status: 'active',
    onboarding_status: 'not_started',
    password_hash: null,
    created_at: user.created_at,
  });
  expect(updated_at).toEqual(api.clock.now);
  expect(search_text).toContain('zoe');
});

test('a name is one line, and keeps what its script and emoji need', async () => {
  const user = await addUser(db);
  const names = {
    first_name: 'Ann\r\n Lee\u0007',
    last_name: 'علی\u200Cرضا\u2028👩\u200D🍳',
    phone: '+1\n202',
  };
  const { body } = await admin.put(`/admin/users/${user.id}`, names);
  expect(body.data).toMatchObject({
    first_name: 'Ann Lee',
    last_name: 'علی\u200Cرضا 👩\u200D🍳',
    phone: '+1 202',
  });
});

test.each([
  [{ first_name: '\u200B\u00AD', last_name: 'B', phone: '1' }, 'First Name is required'],
  [{ first_name: '', last_name: '', phone: '' }, 'First Name is required'],
  [{ first_name: ' \t', last_name: 'B', phone: '1' }, 'First Name is required'],
  [{ last_name: 'B', phone: '1' }, 'First Name is required'],
  [{ first_name: null, last_name: 'B', phone: '1' }, 'First Name is required'],
  [{ first_name: 'A', last_name: '', phone: '' }, 'Last Name is required'],
  [{ first_name: 'A', last_name: 'B', phone: ' ' }, 'Phone is required'],
  [{ first_name: 'A', last_name: 'B' }, 'Phone is required'],
  [{ first_name: 'A'.repeat(201), last_name: 'B', phone: '1' }, 'First Name can have at most 200 characters'],
  [{ first_name: 'A', last_name: 'B', phone: '1'.repeat(51) }, 'Phone can have at most 50 characters'],
])('%j is refused: %s', async (fields, message) => {
  const user = await addUser(db, { phone: '+1 202 555 0100' });
  const { status, body } = await admin.put(`/admin/users/${user.id}`, fields);
  expect([status, body]).toEqual([422, { status: 422, message }]);
  const stored = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow();
  expect(stored).toEqual(user);
});

test('a deleted account cannot be updated, with or without a version', async () => {
  const user = await addUser(db, { status: 'deleted' });
  for (const version of [undefined, 1, 7]) {
    const names = { first_name: 'Back', last_name: 'Again', phone: '+1 202 555 0199', version };
    const { status, body } = await admin.put(`/admin/users/${user.id}`, names);
    expect([status, body]).toEqual([409, { status: 409, message: 'This account has been deleted.' }]);
  }
  const stored = await db.selectFrom('users').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow();
  expect(stored).toEqual(user);
  expect((await admin.get(`/admin/users/${user.id}/audit`)).body.data).toEqual([]);
});

test('the history is newest first, of this user only, with ISO dates', async () => {
  const [user, other] = [await addUser(db), await addUser(db)];
  const plan = { plan: 'Monthly', product_id: 'x.monthly', platform: 'ios', status: 'active' } as const;
  await db
    .insertInto('subscriptions')
    .values([
      { ...plan, user_id: user.id, start_date: '2025-03-01T10:00:00Z', end_date: '2025-09-01T10:00:00Z' },
      { ...plan, user_id: user.id, start_date: '2026-01-05T10:00:00Z', end_date: null },
      { ...plan, user_id: other.id, start_date: '2026-02-05T10:00:00Z', end_date: null },
    ])
    .execute();
  const { body } = await admin.get(`/admin/subscriptions/history/${user.id}`);
  expect(body.data).toMatchObject({
    subscriptions: [
      { startDate: '2026-01-05T10:00:00.000Z', endDate: null, plan: 'Monthly', status: 'active' },
      { startDate: '2025-03-01T10:00:00.000Z', endDate: '2025-09-01T10:00:00.000Z' },
    ],
  });
  expect((await admin.get(`/admin/subscriptions/history/${admin.administrator.id}`)).body.data).toEqual({
    subscriptions: [],
  });
});

test('the list can be searched in any script, and its pages have no gaps or repetitions', async () => {
  const mark = randomUUID().slice(0, 8);
  const names = ['Łukasz', 'ŁUKASZ', 'lukasz', 'Λουκάς', 'Лука\u0301ш', '路加', 'لُوقا'];
  const created_at = new Date('2026-05-05T05:05:05Z');
  for (const first_name of names) await addUser(db, { first_name, last_name: mark, created_at });
  const find = async (keyword: string, more = '') =>
    (await admin.get(`/admin/users?keyword=${encodeURIComponent(keyword)}${more}`)).body;

  expect(await find(`LUKASZ ${mark}`)).toMatchObject({
    total: 3,
    page: 1,
    pageSize: 10,
  });
  for (const keyword of ['λουκας', 'ЛУКАШ', '路加', 'لوقا']) {
    expect(await find(`${keyword} ${mark}`)).toMatchObject({ total: 1 });
  }
  expect(await find('%')).toMatchObject({ total: 0, data: [] });
  const pages = await Promise.all([1, 2, 3, 4].map((page) => find(mark, `&pageSize=2&page=${page}`)));
  const ids = pages.flatMap(({ data }) => (data as { id: number }[]).map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
  expect(ids).toHaveLength(names.length);
  expect((await find(mark, '&page=9')).data).toEqual([]);
});
