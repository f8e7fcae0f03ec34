import { type RawBuilder, sql } from 'kysely';
import type { UserSortKey, UsersQuery } from '#contract/users/list.ts';
import type { Page } from '../db/lists/page.ts';
import {
  type Condition,
  conditionsOf,
  type Filters,
  type List,
  selectPage,
  withTotal,
} from '../db/lists/read-list.ts';
import { matchesWords } from '../db/lists/search.ts';
import type { Db } from '../db/schema.ts';
import { toPlan } from '../purchases/apply/write-subscription.ts';

type UserFilters = Omit<UsersQuery, 'keyword' | 'sort' | 'order' | 'page' | 'pageSize'>;

const filters: Filters<UserFilters> = {
  status: (status) => sql`status = ${status}`,
  onboarding: (step) => sql`onboarding_status = ${step}`,
  verification: (state) => sql`is_email_verified = ${state === 'verified'}`,
  role: (role) => sql`role = ${role}`,
  deletion: (state) => sql`(status = 'deleted' and is_deletion_under_way = ${state === 'under_way'})`,
  subscription: (status) => sql`subscription_status = ${status}`,
  createdFrom: (time) => sql`created_at >= ${new Date(time)}`,
  createdBefore: (time) => sql`created_at < ${new Date(time)}`,
};

/** Users with the same value are in the order of their ids. */
const orders: Readonly<Record<UserSortKey, Record<'asc' | 'desc', RawBuilder<unknown>>>> = {
  name: { asc: sql`name_key, id`, desc: sql`name_key desc, id desc` },
  email: { asc: sql`lower(email), id`, desc: sql`lower(email) desc, id desc` },
  created: { asc: sql`created_at, id`, desc: sql`created_at desc, id desc` },
};

type UserListQuery = UserFilters & Pick<UsersQuery, 'keyword' | 'sort' | 'order'>;

/** The users that a query asks for; newest first without `sort`. */
export async function userList(
  db: Db,
  { keyword = '', sort, order = 'asc', ...query }: UserListQuery,
): Promise<List> {
  return {
    table: 'users',
    where: [
      ...(keyword.trim() === '' ? [] : [await matchesKeyword(db, keyword)]),
      ...conditionsOf<UserFilters>(filters, query),
    ],
    orderBy: sort ? orders[sort][order] : orders.created.desc,
  };
}

/**
 * Each word is one of the name, the address or the phone, or names the product; or the keyword is an order. What they name
 * is looked up first: for values that it knows PostgreSQL finds a way, and nearly every keyword names none.
 */
async function matchesKeyword(db: Db, keyword: string): Promise<Condition> {
  const [customers, products] = await Promise.all([findCustomers(db, keyword), readProducts(db)]);
  const hasWords = matchesWords(keyword, (has, word) => {
    const named = products.filter((id) => isNamed(id, word));
    const isOfPerson = has(sql`search_text`);
    return named.length === 0
      ? isOfPerson
      : sql<boolean>`(${isOfPerson} or subscription_product in (${sql.join(named)}))`;
  });
  return customers.length === 0 ? hasWords : sql<boolean>`(${hasWords} or id in (${sql.join(customers)}))`;
}

const MAX_CUSTOMERS = 100;

/**
 * Who bought the order with this number, or the purchase of the App Store whose first transaction has it, and whom the app
 * knows by this id.
 */
async function findCustomers(db: Db, keyword: string): Promise<number[]> {
  const number = keyword.replaceAll(/[\s#]/g, '');
  const google = toGoogleOrder(number);
  const isOrder = google
    ? sql`charges.platform = 'android' and order_id like ${`${google}%`}`
    : sql`charges.platform in ('ios', 'android') and order_id = ${number}`;
  const { rows } = await sql<{ id: number }>`
    select user_id as id from charges join subscriptions on subscriptions.id = subscription_id where ${isOrder}
    union
    select user_id from purchases where platform = 'ios' and key = ${number} and user_id is not null
    union
    select id from users where external_id = ${keyword.trim()}
    limit ${MAX_CUSTOMERS}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What an order number of Google Play begins with, as in `GPA.3345-1234-5678-90123..4`, however it is spaced: from eight
 * digits after "GPA", or all seventeen without it. Renewals end with two dots and their number. Null for other texts.
 */
function toGoogleOrder(number: string): string | null {
  const [, gpa, typed = '', renewal = ''] = /^(gpa)?[.-]?((?:\d-?){8,17})(\.\.\d*)?$/i.exec(number) ?? [];
  const digits = typed.replaceAll(/\D/g, '');
  if (digits.length < (gpa ? 8 : 17) || (renewal && digits.length < 17)) return null;
  const groups = [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8, 12), digits.slice(12)];
  return `GPA.${groups.filter(Boolean).join('-')}${renewal}`;
}

/** The products of all users. */
async function readProducts(db: Db): Promise<string[]> {
  // Each step of the recursion reads one entry of the index, where `distinct` would read a million.
  const { rows } = await sql<{ id: string }>`
    with recursive products as (
      select min(subscription_product) as id from users
      union all
      select (select min(subscription_product) from users where subscription_product > products.id)
      from products where id is not null
    )
    select id from products where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** The word is the id of the product, its beginning up to a dot and further, or a word of its plan: "mon" is Monica. */
function isNamed(product: string, word: string): boolean {
  const [id, wanted] = [product.toLowerCase(), word.toLowerCase()];
  return (
    id === wanted ||
    (wanted.includes('.') && id.startsWith(wanted)) ||
    toPlan(id).toLowerCase().split(' ').includes(wanted)
  );
}

type UserPage = { query: UsersQuery; page: Page };

/** The users of a page, and how many the list has: exactly, or at least 10,000. */
export async function readUserList(db: Db, { query, page }: UserPage) {
  const list = await userList(db, query);
  return withTotal(db, list, () => readPage(db, list, page));
}

/** The users of a page. */
export async function readUsers(db: Db, { query, page }: UserPage) {
  return readPage(db, await userList(db, query), page);
}

function readPage(db: Db, list: List, page: Page) {
  return db
    .selectFrom('users')
    .where('id', 'in', sql<number>`(${selectPage(list, page)})`)
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'status',
      'role',
      'onboarding_status',
      'is_email_verified',
      'created_at',
      sql<
        'app' | 'console' | null
      >`case when external_id is not null then 'app' when role = 'admin' then 'console' end`.as('source'),
    ])
    .orderBy(list.orderBy)
    .execute();
}
