import { sql } from 'kysely';
import type { Database, Db } from '#api/db/schema.ts';
import { writeCursor } from '#api/recipes/catalog.ts';
import { logActors } from '#tests/slow/scale/fill-log.ts';

/** A call that is sent again and again, each turn with another record or another word. */
export type NamedRequest = {
  name: string;
  /** Milliseconds that p95 may take at a million users. */
  limit: number;
  path: (samples: Samples, turn: number) => string;
};

type Ids = readonly number[];

/** Records spread over the whole table, and words of them. */
export type Samples = {
  users: Ids;
  names: readonly string[];
  emails: readonly string[];
  subscriptions: Ids;
  recipes: Ids;
  titles: readonly string[];
  payments: Ids;
  payers: readonly string[];
  purchases: Ids;
  /** Numbers of changes of the catalog. */
  changes: Ids;
};

const SAMPLE_SIZE = 200;

/** The database must be filled. */
export async function readSamples(db: Db): Promise<Samples> {
  const read = async (table: keyof Database, text: string, only = 'true') => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${sql.raw(text)} as text from ${sql.table(table)}
      where ${sql.raw(only)} and id % greatest(1, (select max(id) from ${sql.table(table)}) / ${SAMPLE_SIZE}::integer) = 0
      order by id`.execute(db);
    return { ids: rows.map(({ id }) => id), texts: rows.map(({ text: found }) => found) };
  };
  const users = await read('users', "first_name || ' ' || last_name", "status = 'active'");
  const emails = await read('users', 'email', "status = 'active'");
  const subscriptions = await read('subscriptions', "''");
  const recipes = await read('recipes', 'title', 'published_at is not null and deleted_at is null');
  const payer = '(select email from users where id = user_id)';
  const payments = await read('failed_payments', payer, 'recovered_at is null');
  const purchases = await read('purchases', "''");
  const { rows: changes } = await sql<{ change: number }>`
    select (part * max(change) / ${SAMPLE_SIZE})::integer as change
    from catalog_entries, generate_series(0, ${SAMPLE_SIZE - 1}) as part group by part order by part`.execute(
    db,
  );
  return {
    users: users.ids,
    names: users.texts,
    emails: emails.texts,
    subscriptions: subscriptions.ids,
    recipes: recipes.ids,
    titles: recipes.texts,
    payments: payments.ids,
    payers: payments.texts,
    purchases: purchases.ids,
    changes: changes.map(({ change }) => change),
  };
}

/** Limits of p95 for each kind of call. */
const DETAIL = 50;
const SEARCH = 150;
/** One or two characters of these scripts match anywhere. */
const SHORT_CJK = 600;
const FIGURES = 100;

/** Another item each turn. Throws without items. */
function pick<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const fixed = (name: string, path: string, limit = DETAIL): NamedRequest => ({
  name,
  limit,
  path: () => path,
});
const detail = (
  name: string,
  ids: Exclude<keyof Samples, 'names' | 'emails' | 'titles' | 'payers'>,
  path: (id: number) => string,
): NamedRequest => ({ name, limit: DETAIL, path: (samples, turn) => path(pick(samples[ids], turn)) });

const details = [
  detail('a user', 'users', (id) => `/admin/users/${id}`),
  detail('timeline of a user', 'users', (id) => `/admin/users/${id}/timeline`),
  detail('log of a user', 'users', (id) => `/admin/users/${id}/audit?page=1`),
  detail('notes of a user', 'users', (id) => `/admin/users/${id}/notes`),
  detail('subscriptions of a user', 'users', (id) => `/admin/subscriptions/history/${id}?page=1`),
  detail('failed payments of a user', 'users', (id) => `/admin/subscriptions/failed-payments?userId=${id}`),
  detail('charges of a subscription', 'subscriptions', (id) => `/admin/subscriptions/${id}/charges?page=1`),
  detail('a recipe', 'recipes', (id) => `/admin/recipes/${id}`),
  detail('versions of a recipe', 'recipes', (id) => `/admin/recipes/${id}/versions`),
  detail('catalog, 100 recipes', 'changes', (change) => {
    const cursor = writeCursor({ after: change, begin: 0 });
    return `/app/recipes?limit=100&after=${cursor}`;
  }),
  detail('a recipe of the catalog', 'recipes', (id) => `/app/recipes/${id}`),
  detail('checks of a payment', 'payments', (id) => `/admin/subscriptions/failed-payments/${id}/checks`),
  detail('timeline of a purchase', 'purchases', (id) => `/admin/purchases/${id}/timeline`),
  fixed('account', '/admin/account'),
  fixed('administrators', '/admin/administrators'),
  fixed('mails given up', '/admin/mails-given-up'),
];

const lists = {
  users: '/admin/users',
  recipes: '/admin/recipes',
  payments: '/admin/subscriptions/failed-payments',
  activity: '/admin/activity',
} as const;
type List = keyof typeof lists;

const pages = (Object.keys(lists) as List[]).flatMap((list) =>
  [1, 100, 1_000].map((page) => fixed(`${list}, page ${page}`, `${lists[list]}?page=${page}&pageSize=10`)),
);

/** A search or a filter. Each turn takes the next of the words, or what the samples have. */
const find = (
  list: List,
  name: string,
  { words, query = '', limit = SEARCH }: { words?: Words; query?: string; limit?: number },
): NamedRequest => ({
  name: `${list}, ${name}`,
  limit,
  path: (samples, turn) => {
    const keyword = words && pick(typeof words === 'function' ? words(samples) : words, turn);
    const search = keyword === undefined ? '' : `&keyword=${encodeURIComponent(keyword)}`;
    return `${lists[list]}?page=1&pageSize=10${search}${query && `&${query}`}`;
  },
});
type Words = readonly string[] | ((samples: Samples) => readonly string[]);

const ONE_LETTER = [...'aeiorstlnm'];
const TWO_LETTERS = ['ma', 'so', 'st', 'jo', 'an', 'el', 'ka', 'be', 'xq', 'zz'];
const FIRST_NAMES = ['alice', 'fiona', 'caleb', 'ioana', 'lukas', 'thandiwe', 'grace', 'ngozi', 'owen'];
const DOMAINS = ['example.com', '@example.org', 'example.net'];
const ABSENT = ['zqxwvj', 'qqwzzx', 'xyzzy'];

/** By the kind of words. */
const userWords: Readonly<Record<string, Words>> = {
  'one letter': ONE_LETTER,
  'two letters': TWO_LETTERS,
  'three letters': ['mar', 'fio', 'tho', 'ste', 'bra', 'ell'],
  'a first name': FIRST_NAMES,
  'an accented name': ['siobhán', 'jürgen', 'łukasz', 'zoë', 'nguyễn'],
  'Cyrillic and Arabic': ['иван', 'محمد', 'мар', 'шев'],
  'a whole name': ({ names }) => names,
  'a whole address': ({ emails }) => emails,
  'the first half of an address': ({ emails }) => emails.map((email) => email.split('@')[0] ?? ''),
  'a domain': DOMAINS,
  'digits of a phone': ['0142', '555 0117', '+44 7700 900', '0639 98', '020 7946', '5550 1234'],
  'a product': ['monthly', 'annual', 'family'],
  'an order': ['GPA.3345-1234-5678-90123', 'sandbox-1000..0', 'sandbox-50000..2', '2000000123456789'],
  nothing: ABSENT,
};

const userQueries: Readonly<Record<string, { words?: Words; query: string }>> = {
  active: { query: 'status=active' },
  suspended: { query: 'status=suspended' },
  deleted: { query: 'status=deleted' },
  administrators: { query: 'role=admin' },
  'not verified': { query: 'verification=pending' },
  'a subscription on hold': { query: 'subscription=on_hold' },
  expired: { query: 'subscription=expired' },
  'two values that no user has': { query: 'subscription=trialing&onboarding=not_started' },
  'a deletion under way': { query: 'deletion=under_way' },
  'created on one day': { query: `createdFrom=${daysAgo(91)}&createdBefore=${daysAgo(90)}` },
  'created before a day': { query: `createdBefore=${daysAgo(400)}` },
  'by name': { query: 'sort=name' },
  'by address, last first': { query: 'sort=email&order=desc' },
  'oldest first': { query: 'sort=created' },
  'suspended, by name': { query: 'status=suspended&sort=name' },
  'expired, by address': { query: 'subscription=expired&sort=email' },
  'created before a day, by name': { query: `createdBefore=${daysAgo(400)}&sort=name` },
  'one letter, deleted': { words: ONE_LETTER, query: 'status=deleted' },
  'two letters, suspended': { words: TWO_LETTERS, query: 'status=suspended' },
  'two letters, administrators': { words: TWO_LETTERS, query: 'role=admin' },
  'a first name, suspended': { words: FIRST_NAMES, query: 'status=suspended' },
  'a first name, expired, by name': { words: FIRST_NAMES, query: 'subscription=expired&sort=name' },
  'a domain, by address': { words: DOMAINS, query: 'sort=email' },
  'nothing, active': { words: ABSENT, query: 'status=active' },
};

const recipeQueries: Readonly<Record<string, { words?: Words; query?: string }>> = {
  'one letter': { words: ONE_LETTER },
  'two letters': { words: ['so', 'pe', 'ch', 'st', 'cu', 'ri', 'sa', 'co'] },
  'one word': { words: ['chickpea', 'lentil', 'salmon', 'tofu', 'pumpkin', 'stew', 'risotto'] },
  'two words': { words: ['smoky tofu', 'quick pasta', 'salmon curry', 'creamy soup', 'winter pie'] },
  'a whole title': { words: ({ titles }) => titles },
  nothing: { words: ABSENT },
  'a cuisine': { query: 'cuisine=italian' },
  'a meal type': { query: 'mealType=dinner' },
  'a tag': { query: 'tag=vegetarian' },
  drafts: { query: 'state=draft' },
  deleted: { query: 'state=deleted' },
  'any gap': { query: 'needs=any' },
  'without a picture': { query: 'needs=picture' },
  'by title': { query: 'sort=title' },
  'by preparation time': { query: 'sort=preparation_time' },
  'by last save': { query: 'sort=updated' },
  'a word, a tag, a gap, by title': { words: ['tofu'], query: 'tag=vegan&needs=any&sort=title' },
};

const paymentQueries: Readonly<Record<string, { words?: Words; query?: string }>> = {
  'one letter': { words: ONE_LETTER },
  'two letters': { words: TWO_LETTERS },
  'a first name': { words: FIRST_NAMES },
  'a whole address': { words: ({ payers }) => payers },
  'a product': { words: ['monthly', 'annual', 'family'] },
  nothing: { words: ABSENT },
  'still failing': { query: 'state=still_failing' },
  'store unreachable': { query: 'state=store_unreachable' },
  recovered: { query: 'state=recovered' },
  'of a store': { query: 'platform=ios' },
  'of a day': { query: 'age=day' },
  older: { query: 'age=older' },
  'giving up within a week': { query: 'deadline=week' },
  'without access': { query: 'access=no' },
  'recovered this month': { query: `recovered=${daysAgo(0).slice(0, 7)}` },
  'by address': { query: 'sort=email' },
  'by last check': { query: 'sort=checked&order=desc' },
  'by deadline': { query: 'sort=deadline' },
  'a first name, of a store, by address': { words: FIRST_NAMES, query: 'platform=ios&sort=email' },
};

const activityQueries: Readonly<Record<string, { query: string }>> = {
  'by a frequent administrator': { query: `by=${logActors.administrator}` },
  'by a rare administrator': { query: `by=${logActors.rareAdministrator}` },
  'a frequent action': { query: 'action=user_updated' },
  'a rare action': { query: 'action=user_suspended' },
  'about a user': { query: 'record=user:500' },
  'about a recipe': { query: 'record=recipe:50' },
  'about a payment': { query: 'record=payment:50' },
  'the last day': { query: `from=${daysAgo(1)}` },
  'an administrator and an action': { query: `by=${logActors.administrator}&action=user_suspended` },
  'no entry': { query: 'by=housekeeping&action=payment_checked' },
};

const findAll = (list: List, queries: Readonly<Record<string, { words?: Words; query?: string }>>) =>
  Object.entries(queries).map(([name, query]) => find(list, name, query));

/** What administrators and apps read. Nothing is written. */
export const requests: readonly NamedRequest[] = [
  ...details,
  ...pages,
  ...Object.entries(userWords).map(([name, words]) => find('users', name, { words })),
  find('users', 'one Han character', { words: ['王', '佐', '李'], limit: SHORT_CJK }),
  find('users', 'two Han characters', { words: ['佐藤', '王芳'], limit: SHORT_CJK }),
  ...findAll('users', userQueries),
  ...findAll('recipes', recipeQueries),
  find('recipes', 'two Han characters', { words: ['親子', '炒饭'], limit: SHORT_CJK }),
  ...findAll('payments', paymentQueries),
  find('payments', 'two Han characters', { words: ['佐藤', '王芳'], limit: SHORT_CJK }),
  ...findAll('activity', activityQueries),
  {
    name: 'palette, a first name',
    limit: SEARCH,
    path: (_, turn) => `/admin/search?keyword=${pick(FIRST_NAMES, turn)}`,
  },
  fixed('dashboard, months', '/admin/subscriptions/stats', FIGURES),
  fixed('dashboard, overview', '/admin/overview', FIGURES),
  fixed('recovery figures', '/admin/subscriptions/recovery-figures', FIGURES),
  fixed('values of users', '/admin/user-values', FIGURES),
  fixed('values of recipes', '/admin/recipe-values', FIGURES),
  fixed('values of payments', '/admin/subscriptions/failed-payment-values', FIGURES),
  fixed('store connections', '/admin/store-health', FIGURES),
];
