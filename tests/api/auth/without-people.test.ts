import { expect, test } from 'vitest';
import { adminCalls, rolesOf } from '#api/auth/access.ts';
import { openSession } from '#api/auth/sessions.ts';
import { withoutPeople } from '#api/auth/without-people.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { administratorRoles } from '#contract/roles.ts';
import { addFailedPayment } from '#tests/api/payments/add-payment.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const { db } = await cloneDatabase();
const api = await serveApi(db, { demo: true });

async function signInAs(role: AdministratorRole) {
  const { id: userId } = await addAdministrator(db, role);
  const { token } = await openSession(db, { userId, rememberMe: false }, api.clock.now);
  return createRequester(api.base, token);
}

/** Everything about one customer has this word in it, or these digits. */
const MARK = 'Quillfeather';
const PHONE = '20255501';

const owner = await signInAs('owner');
const payment = await addFailedPayment(
  db,
  {},
  {
    ...{ first_name: `Ada ${MARK}`, last_name: MARK, email: `${MARK}@example.com` },
    ...{ phone: `+1${PHONE}99`, external_id: `app-${MARK}` },
  },
);
const { id } = payment.user;
const day = new Date(api.clock.now.getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
const profile = { id, first_name: `Eve ${MARK}`, last_name: MARK, phone: `+1${PHONE}98` };
await owner.put(`/admin/users/${id}`, profile);
await owner.post(`/admin/users/${id}/notes`, { text: `A note on ${MARK}` });
await owner.post(`/admin/users/${id}/courtesy-access`, { until: day, reason: `For ${MARK}` });
await owner.post(`/admin/subscriptions/retry/${payment.id}`, { notes: `Because of ${MARK}` });
await owner.post(`/admin/users/${id}/suspend`);
await addUser(db, { email: `gone-${MARK}@example.com`, status: 'suspended' });

const { store_account_token: storeAccount } = await db
  .selectFrom('users')
  .where('id', '=', id)
  .select('store_account_token')
  .executeTakeFirstOrThrow();
const { id: purchase } = await db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
const ids: Readonly<Record<string, number>> = {
  userId: id,
  purchaseId: Number(purchase),
  id: payment.id,
};

/** Answers of every GET call that the role may make, by address. */
async function readEverything(role: AdministratorRole): Promise<Map<string, string>> {
  const { get } = await signInAs(role);
  const answers = new Map<string, string>();
  for (const { call, capability } of adminCalls) {
    const isFile = call.path.endsWith('-export') || call.path.endsWith('/personal-data');
    if (call.method !== 'GET' || isFile || !capability || !rolesOf[capability].includes(role)) continue;
    const address = call.path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));
    const query = call.path === '/admin/search' ? `?keyword=${MARK}` : '';
    const { status, body } = await get(address + query);
    if (status === 200) answers.set(call.path, JSON.stringify(body));
  }
  return answers;
}

const isNamed = (text: string) => [MARK, PHONE, storeAccount].some((mark) => text.includes(mark));

test.each(administratorRoles.filter((role) => !rolesOf['people:read'].includes(role)))(
  'no answer tells %s who a customer is',
  async (role) => {
    const answers = await readEverything(role);
    expect(answers.size).toBeGreaterThan(role === 'analyst' ? 14 : 4);
    for (const [path, text] of answers) {
      expect(isNamed(text) ? text : '', path).toBe('');
      // Not even colleagues have an address, but for the one who asks.
      if (role === 'analyst' && path !== '/admin/account') expect(text, path).not.toMatch(/\S@\S/);
    }
  },
);

test('the same answers do say it to an owner', async () => {
  const answers = await readEverything('owner');
  const naming = [...answers].filter(([, text]) => isNamed(text)).map(([path]) => path);
  expect(naming.sort()).toEqual(
    expect.arrayContaining([
      '/admin/activity',
      '/admin/search',
      '/admin/subscriptions/failed-payments',
      '/admin/purchases/:purchaseId/timeline',
      '/admin/users',
      '/admin/users/:userId',
      '/admin/users/:userId/audit',
      '/admin/users/:userId/timeline',
    ]),
  );
});

test('an analyst sees that something was done, without a note', async () => {
  const { get } = await signInAs('analyst');
  const { body } = await get(`/admin/users/${id}/timeline`);
  const { entries } = body.data as { entries: { kind: string; changes?: object[]; notes?: string }[] };
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['change', 'check', 'courtesy', 'failure']));
  expect(kinds).not.toContain('note');
  const changed = entries.flatMap(({ changes = [] }) => changes);
  expect(changed).toContainEqual({ field: 'phone', from: null, to: null });
  expect(changed).toContainEqual({ field: 'status', from: 'active', to: 'suspended' });
});

test('fields that identify nobody keep their names and values', () => {
  const change = (field: string) => ({ field, from: 'a', to: 'b' });
  const kept = ['status', 'role', 'administrator_role', 'outcome'].map(change);
  const ofUser = { record: { kind: 'user', id: 1, userId: 1, name: 'Ada' } };
  expect(withoutPeople({ ...ofUser, changes: [...kept, change('last_name')] })).toEqual({
    record: { ...ofUser.record, name: null },
    changes: [...kept, { field: 'last_name', from: null, to: null }],
  });
  const ofRecipe = { record: { kind: 'recipe', id: 2, userId: null, name: 'Stew' } };
  expect(withoutPeople({ ...ofRecipe, changes: [change('title')] })).toEqual({
    ...ofRecipe,
    changes: [change('title')],
  });
  expect(
    withoutPeople({ by: 'Ann Lee (ann@example.com)', recovered_by: 'Ann (Annie) Lee (ann@example.com)' }),
  ).toEqual({ by: 'Ann Lee', recovered_by: 'Ann (Annie) Lee' });
  expect(withoutPeople({ by: 'Key (servers)' })).toEqual({ by: 'Key (servers)' });
});

test.each([
  '/admin/users?keyword=ada',
  '/admin/users?sort=name',
  '/admin/users?sort=email&order=desc',
  '/admin/subscriptions/failed-payments?keyword=ada',
  '/admin/subscriptions/failed-payments?sort=email',
])('an analyst cannot find or order people by %s', async (address) => {
  const { get } = await signInAs('analyst');
  expect(await get(address)).toMatchObject({
    status: 403,
    body: { message: 'Your role doesn’t see who customers are, so it can’t search or sort by that.' },
  });
  expect((await owner.get(address)).status).toBe(200);
});

test.each([
  '/admin/users?status=suspended&sort=created',
  '/admin/users?keyword=',
  '/admin/subscriptions/failed-payments?sort=created&platform=ios',
  '/admin/recipes?keyword=soup',
])('an analyst may ask for %s', async (address) => {
  const { get } = await signInAs('analyst');
  expect((await get(address)).status).toBe(200);
});

test('an analyst’s own account is theirs', async () => {
  const { get } = await signInAs('analyst');
  const { body } = await get('/admin/account');
  expect(body.data).toMatchObject({
    user: { email: expect.stringMatching(/@/), first_name: expect.stringMatching(/./) },
  });
});

test('nobody without that right finds people by a search', async () => {
  const found = async (role: AdministratorRole) => {
    const { body } = await (await signInAs(role)).get(`/admin/search?keyword=${MARK}`);
    return body.data;
  };
  const { users, payments } = (await found('support')) as Record<string, { id: number }[]>;
  expect([users?.map((user) => user.id), payments?.map((one) => one.id)]).toEqual([
    expect.arrayContaining([id]),
    [payment.id],
  ]);
  for (const role of ['editor', 'analyst'] as const) {
    expect(await found(role)).toEqual({ users: [], recipes: [], payments: [] });
    const { body } = await (await signInAs(role)).get(`/admin/search?keyword=${id}`);
    expect(body.data).toMatchObject({ users: [], payments: [] });
  }
});
