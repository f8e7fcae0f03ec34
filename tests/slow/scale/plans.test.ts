import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { faultsOf, plansOf } from './explain.ts';
import { fillLog, logActors } from './fill-log.ts';
import { checkPayments, paymentAddresses } from './payments.ts';
import { serveRecorded } from './serve-recorded.ts';
import { userAddresses } from './users.ts';

/**
 * The queries of the hot calls at 100,000 users and as many recipes: none reads most of a large table, and none sorts on
 * disk. And their export.
 */

const USERS = 100_000;
const RECIPES = 100_000;
const large = ['users', 'subscriptions', 'charges', 'recipes', 'failed_payments', 'audit_entries'];

const { database, db, sent, api } = await serveRecorded();
const sizes = new Map<string, number>();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  await fillDemo(db, { seed: 1, users: USERS, recipes: RECIPES, now: new Date() });
  await checkPayments(db);
  await fillLog(db, { entries: 2 * USERS, users: USERS, recipes: 100 });
  await sql`vacuum analyze`.execute(db);
  for (const table of large) {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(table)}`.execute(db);
    sizes.set(table, rows[0]?.rows ?? 0);
  }
  admin = await signInAdministrator(database, api);
}, 600_000);
async function findFaults(path: string, method = 'GET'): Promise<string[]> {
  sent.length = 0;
  const { status } = await admin.send(method, path);
  expect(status).toBe(200);
  const queries = sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  expect(queries.length).toBeGreaterThan(1);
  const plans = await Promise.all(queries.map((query) => plansOf(db, query)));
  return plans.flat().flatMap((plan) => faultsOf(plan, sizes));
}

test.each([
  '/admin/subscriptions/stats',
  '/admin/overview',
  ...userAddresses,
  '/admin/user-values',
  '/admin/users/5000',
  '/admin/users/5000/audit',
  '/admin/users/5000/audit?page=2',
  '/admin/users/5000/sessions',
  '/admin/subscriptions/history/5000',
  '/admin/subscriptions/history/5000?page=1',
  '/admin/subscriptions/5000/charges?page=1',
  '/admin/subscriptions/failed-payments?userId=5000',
  '/admin/recipes',
  '/admin/recipes?page=500',
  ...['cuisine=italian', 'mealType=dinner', 'tag=vegetarian', 'needs=any', 'state=deleted'].map(
    (query) => `/admin/recipes?${query}`,
  ),
  ...['sort=preparation_time', 'keyword=soup', 'keyword=tofu&tag=vegan&needs=any&sort=title'].map(
    (query) => `/admin/recipes?${query}`,
  ),
  '/admin/search?keyword=xyzzy',
  '/admin/search?keyword=70000',
  '/admin/users/5000/notes',
  '/admin/users/5000/notes?page=1',
  ...paymentAddresses,
  '/admin/recipe-values',
  '/admin/recipes/50',
  '/admin/account',
  '/admin/administrators',
  '/admin/mails-given-up',
  '/admin/mails-given-up?page=2',
  ...[
    '',
    'page=1000',
    `by=${logActors.administrator}`,
    `by=${logActors.rareAdministrator}`,
    'by=owner',
    'by=start',
    'action=user_updated',
    'action=user_suspended',
    'action=account_closed',
    'record=user:5000',
    'record=recipe:50',
    'record=payment:50',
    'record=recipe:2000000',
    'from=2026-01-01T00:00:00Z&before=2026-01-02T00:00:00Z',
    `by=${logActors.administrator}&action=user_suspended`,
    'by=housekeeping&action=payment_checked&pageSize=50',
    `by=${logActors.administrator}&action=recipe_updated&from=2026-01-01T00:00:00Z`,
  ].map((query) => `/admin/activity?${query}`),
])('%s', async (path) => {
  expect(await findFaults(path)).toEqual([]);
});

test('whether this is the last administrator is known without reading the users', async () => {
  expect(await findFaults('/admin/users/70001/suspend', 'POST')).toEqual([]);
});

test('a whole address is found by its index', async () => {
  const { email } = await db
    .selectFrom('users')
    .where('id', '=', 70_000)
    .select('email')
    .executeTakeFirstOrThrow();
  expect(await findFaults(`/admin/users?keyword=${encodeURIComponent(email)}`)).toEqual([]);
});

/** The plans of the queries with a text, of one call. */
async function readPlans(path: string, text: string) {
  sent.length = 0;
  expect((await admin.get(path)).status).toBe(200);
  const queries = sent.filter((query) => query.sql.includes(text));
  expect(queries).not.toEqual([]);
  const plans = await Promise.all(queries.map((query) => plansOf(db, query)));
  return plans.flat();
}

const kindsOf = (plans: Awaited<ReturnType<typeof readPlans>>) => plans.map((plan) => plan['Node Type']);

test.each([
  ['/admin/users', 'el'],
  ['/admin/subscriptions/failed-payments', 'be'],
])('%s: two letters of a few in a hundred are found by their index', async (path, keyword) => {
  const plans = await readPlans(`${path}?keyword=${keyword}`, 'search_grams');
  expect(kindsOf(plans)).toContain('Bitmap Index Scan');
});

test('of a letter that every user has, the few of a filter are found by the filter', async () => {
  const plans = await readPlans('/admin/users?keyword=x&status=deleted', 'found as materialized');
  const indexes = plans.flatMap((plan) => plan['Index Name'] ?? []);
  expect(indexes).toEqual([expect.stringMatching(/^users_group/)]);
  // The pairs of each of their texts would take longest.
  expect(sent.filter((query) => query.sql.includes('search_grams'))).toEqual([]);
});

test.each([
  ['e', true],
  ['e&subscription=expired', false],
  ['ha', false],
])('keyword=%s: far more matches than the limit need no count: %j', async (query, isUncounted) => {
  sent.length = 0;
  const { body } = await admin.get(`/admin/users?keyword=${query}`);
  expect(body).toMatchObject({ total: 10_000, features: expect.arrayContaining(['minimum-total']) });
  expect(sent.some(({ sql }) => sql.includes('found as materialized'))).toBe(!isUncounted);
});

test.each(['created', 'deadline'])(
  'payments of a deadline, by %s, are found in an index alone',
  async (sort) => {
    const path = `/admin/subscriptions/failed-payments?deadline=week&sort=${sort}`;
    const kinds = kindsOf(await readPlans(path, sort === 'created' ? 'found as materialized' : 'limit'));
    expect(kinds).toContain('Index Only Scan');
    expect(kinds).not.toContain('Bitmap Heap Scan');
  },
);

test('a query without an index is found out', async () => {
  const scan = sql`select count(*) from users where phone like '%5%'`.compile(db);
  expect((await plansOf(db, scan)).flatMap((plan) => faultsOf(plan, sizes))).toEqual([
    expect.stringMatching(/reads \d+ of \d+ users$/),
  ]);
});

test.each(['佐', '佐藤', 'محمد', 'müller', 'a ma', 'o@example', '_', '%', 'xyzzy', 'é'])(
  'each way to search finds what LIKE finds: %s',
  async (keyword) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where ${sql.join(
        keyword
          .split(' ')
          .map(
            (word) =>
              sql`search_text like '%' || replace(replace(fold(${word}), '%', '\\%'), '_', '\\_') || '%'`,
          ),
        sql` and `,
      )} order by created_at desc, id desc limit 30`.execute(db);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => admin.get(`/admin/users?keyword=${encodeURIComponent(keyword)}&page=${page}`)),
    );
    const found = pages.flatMap(({ body }) => body.data as { id: number }[]).map(({ id }) => id);
    expect(found).toEqual(rows.map(({ id }) => id));
  },
);

test('an export of all users is the table, row for row', async () => {
  const response = await fetch(`${api.base}/admin/user-export`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  const [, ...rows] = parse(await response.text(), { bom: true }) as string[][];
  const stored = await db
    .selectFrom('users')
    .leftJoin(
      (query) =>
        query
          .selectFrom('subscriptions')
          .distinctOn('user_id')
          .select(['user_id', 'subscriptions.status as newest'])
          .orderBy('user_id')
          .orderBy('start_date', 'desc')
          .orderBy('id', 'desc')
          .as('subscription'),
      (join) => join.onRef('subscription.user_id', '=', 'users.id'),
    )
    .selectAll('users')
    .select('newest')
    .orderBy('created_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
  expect(stored.length).toBeGreaterThan(USERS);
  expect(rows).toHaveLength(stored.length);
  const wrong = stored.filter((user, index) => {
    const cells = [
      ...[user.id, user.first_name, user.last_name, user.email, user.phone ?? '', user.status, user.role],
      ...[user.onboarding_status, user.is_email_verified ? 'verified' : 'pending', user.newest ?? 'none'],
      user.created_at.toISOString(),
    ];
    return rows[index]?.join('\t') !== cells.join('\t');
  });
  expect(wrong).toEqual([]);
});
