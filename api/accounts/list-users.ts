import { type RawBuilder, sql } from 'kysely';
import type { UserSortKey, UsersQuery } from '#contract/users/list.ts';
import type { Page } from '../db/lists/page.ts';
import { conditionsOf, type Filters, type List, selectPage, withTotal } from '../db/lists/read-list.ts';
import { matchesWords } from '../db/lists/search.ts';
import type { Db } from '../db/schema.ts';

type UserFilters = Omit<UsersQuery, 'sort' | 'order' | 'page' | 'pageSize'>;

const filters: Filters<UserFilters> = {
  keyword: (keyword) => matchesWords(keyword, (has) => has(sql`search_text`)),
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

/** The users that a query asks for; newest first without `sort`. */
export function userList({
  sort,
  order = 'asc',
  ...query
}: UserFilters & Pick<UsersQuery, 'sort' | 'order'>): List {
  return {
    table: 'users',
    where: conditionsOf<UserFilters>(filters, query),
    orderBy: sort ? orders[sort][order] : orders.created.desc,
  };
}

type UserPage = { query: UsersQuery; page: Page };

/** The users of a page, and how many the list has: exactly, or at least 10,000. */
export function readUserList(db: Db, asked: UserPage) {
  return withTotal(db, userList(asked.query), () => readUsers(db, asked));
}

/** The users of a page. */
export function readUsers(db: Db, { query, page }: UserPage) {
  const list = userList(query);
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
    ])
    .orderBy(list.orderBy)
    .execute();
}
