import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { mulberry32 } from '#api/demo/random.ts';
import { userChoices } from '#contract/users/list.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Filters and orders of the users list, compared with the same in plain code. */

const USERS = 300;

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const random = mulberry32(11);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

type Listed = Awaited<ReturnType<typeof readAll>>[number];
let users: readonly Listed[];

const readAll = () =>
  db
    .selectFrom('users')
    .selectAll()
    .select(sql<string>`fold(first_name || ' ' || last_name)`.as('folded'))
    .execute();

beforeAll(async () => {
  for (let index = 0; index < USERS; index += 1) {
    const status = pick(userChoices.status);
    const subscription =
      random() < 0.6 ? pick(['trialing', 'active', 'on_hold', 'expired'] as const) : 'none';
    await addUser(db, {
      first_name: pick(['Ada', 'ada', 'Émile', 'Zoë', 'Łukasz', '佐藤']),
      last_name: pick(['García', 'García López', 'Ng', 'O’Neil', '健']),
      email: `${pick(['Max', 'ann', 'Zed'])}${index}@example.com`,
      status,
      is_deletion_under_way: status === 'deleted' && random() < 0.5,
      onboarding_status: pick(userChoices.onboarding),
      is_email_verified: random() < 0.5,
      role: random() < 0.05 ? 'admin' : 'user',
      created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 20))),
      subscription_status: subscription,
    });
  }
  users = await readAll();
});

type Query = Readonly<Record<string, string>>;

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
/** PostgreSQL compares the bytes of UTF-8. */
const compareTexts = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const orders: Readonly<Record<string, (one: Listed, other: Listed) => number>> = {
  name: (one, other) => compareTexts(one.folded, other.folded),
  email: (one, other) => compareTexts(one.email.toLowerCase(), other.email.toLowerCase()),
  created: (one, other) => compare(one.created_at.getTime(), other.created_at.getTime()),
};

function expected({ keyword, sort, order = 'asc', ...query }: Query): number[] {
  const direction = sort && order === 'asc' ? 1 : -1;
  const isShown = (user: Listed) =>
    (query.status ?? user.status) === user.status &&
    (query.onboarding ?? user.onboarding_status) === user.onboarding_status &&
    (query.role ?? user.role) === user.role &&
    (query.deletion === undefined ||
      (user.status === 'deleted' && (query.deletion === 'under_way') === user.is_deletion_under_way)) &&
    (query.subscription ?? user.subscription_status) === user.subscription_status &&
    (query.verification === undefined || (query.verification === 'verified') === user.is_email_verified) &&
    (query.createdFrom === undefined || user.created_at >= new Date(query.createdFrom)) &&
    (query.createdBefore === undefined || user.created_at < new Date(query.createdBefore)) &&
    (keyword === undefined || user.search_text.includes(keyword === 'a' ? ' a' : keyword));
  const by = orders[sort ?? 'created'];
  return users
    .filter(isShown)
    .sort((one, other) => direction * (by?.(one, other) || compare(one.id, other.id)))
    .map(({ id }) => id);
}

async function listed(query: Query, pageSize = 100): Promise<{ ids: number[]; total: unknown }> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const text = new URLSearchParams({ ...query, page: String(page), pageSize: String(pageSize) });
    const { status, body } = await admin.get(`/admin/users?${text}`);
    expect(status).toBe(200);
    const rows = body.data as { id: number }[];
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < pageSize) return { ids, total: body.total };
  }
}

const choices: readonly Query[] = Object.entries(userChoices).flatMap(([name, values]) =>
  values.map((value) => ({ [name]: value })),
);
const times: readonly Query[] = [
  { createdFrom: '2026-01-05T00:00:00.000Z' },
  { createdBefore: '2026-01-15T00:00:00Z' },
  { createdFrom: '2026-01-05T00:00:00+02:00', createdBefore: '2026-01-06T00:00:00Z' },
];
const sorts: readonly Query[] = Object.keys(orders).flatMap((sort) => [
  { sort },
  { sort, order: 'asc' },
  { sort, order: 'desc' },
]);

test.each([...choices, ...times, ...sorts].map((query) => [new URLSearchParams(query).toString(), query]))(
  '%s',
  async (_, query) => {
    const { ids, total } = await listed(query);
    const wanted = expected(query);
    expect(ids).toEqual(wanted);
    expect(total).toBe(wanted.length);
  },
);

test('combinations of filters, keyword and order, page by page', async () => {
  for (let round = 0; round < 60; round += 1) {
    const query: Query = {
      ...(random() < 0.6 && pick(choices)),
      ...(random() < 0.4 && pick(choices)),
      ...(random() < 0.4 && pick(times)),
      ...(random() < 0.6 && pick(sorts)),
      ...(random() < 0.4 && { keyword: pick(['a', 'ada', 'garcia', 'max', '佐', 'example.com', 'zz']) }),
    };
    const { ids, total } = await listed(query, pick([7, 100]));
    const wanted = expected(query);
    expect([query, ids]).toEqual([query, wanted]);
    expect(total).toBe(wanted.length);
  }
});

test('the values count every user, and follow a change', async () => {
  const count = (test: (user: Listed) => boolean) => users.filter(test).length;
  const { body } = await admin.get('/admin/user-values');
  const data = body.data as Record<string, Record<string, number>>;
  const { deletion, ...ofEveryone } = data;
  expect(deletion).toEqual({
    under_way: count((user) => user.is_deletion_under_way),
    erased: count((user) => user.status === 'deleted' && !user.is_deletion_under_way),
  });
  for (const counts of Object.values(ofEveryone)) {
    expect(Object.values(counts).reduce((sum, value) => sum + value, 0)).toBe(users.length);
  }
  expect(data.status?.suspended).toBe(count(({ status }) => status === 'suspended'));
  expect(data.verification?.pending).toBe(count(({ is_email_verified }) => !is_email_verified));
  expect(data.subscription?.on_hold).toBe(count((user) => user.subscription_status === 'on_hold'));
  const active = users.find(({ status, role }) => status === 'active' && role === 'user');
  await admin.post(`/admin/users/${active?.id}/suspend`);
  const after = (await admin.get('/admin/user-values')).body.data as typeof data;
  expect(after.status?.suspended).toBe((data.status?.suspended ?? 0) + 1);
  expect(after.status?.active).toBe((data.status?.active ?? 0) - 1);
  await admin.post(`/admin/users/${active?.id}/restore`);
});

test.each([
  'status=gone',
  'sort=phone',
  'order=up',
  'createdFrom=yesterday',
  'createdBefore=2026-13-45T00:00:00Z',
])('%s is refused', async (query) => {
  expect((await admin.get(`/admin/users?${query}`)).status).toBe(400);
});
