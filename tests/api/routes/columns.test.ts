import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A list or a detail reads no column that it does not send: no secret, no column of a search, no large content. */

const database = await cloneDatabase();
const { db, url } = database;
const sent: CompiledQuery[] = [];
const pool = new pg.Pool({ connectionString: url });
// Its database is dropped, maybe before its connections have closed.
pool.on('error', () => undefined);
const recording = openDatabase(url, () => undefined, {
  onQuery: ({ level, query }) => {
    if (level === 'query') sent.push(query);
  },
});
const api = await serveApi(recording, { backgroundDb: db, healthDb: db });
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  await fillDemo(db, { seed: 1, now: new Date() });
  admin = await signInAdministrator(database, api);
});
afterAll(async () => {
  await recording.destroy();
  await pool.end();
});

/** Columns that an answer sends under another name. Camel case needs no entry. */
const sentAs: Readonly<Record<string, string | readonly string[]>> = {
  // A customer is one since then.
  created_at: ['created_date_time', 'since'],
  // They are those of `paid` and `access`, which may be empty.
  currency: 'paid',
  until: 'access',
  published_at: 'state',
  deleted_at: 'state',
  last_outcome: 'last_check',
  last_message: 'last_check',
  last_checked_at: 'last_check',
  deadline_at: 'deadline',
  deadline_certainty: 'deadline',
  // They decide whether a reminder may be sent.
  stage: 'reminder',
  access_until: 'reminder',
  ended_at: 'reminder',
  reminders_refused_at: 'reminder',
};

/** Names the columns of tables, as PostgreSQL describes the rows of a query. Results of functions have no column. */
async function columnsOf({ sql, parameters }: CompiledQuery): Promise<string[]> {
  const { fields } = await pool.query(sql, [...parameters]);
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     join unnest($1::oid[], $2::integer[]) as field (table_id, column_id)
       on attrelid = table_id and attnum = column_id where column_id > 0`,
    [fields.map(({ tableID }) => tableID), fields.map(({ columnID }) => columnID)],
  );
  return rows.map(({ name }) => name);
}

function listKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listKeys);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...listKeys(inner)]);
}

const toCamelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

async function findUnsent(path: string): Promise<{ read: string[]; unsent: string[] }> {
  const { user_id } = await db.selectFrom('subscriptions').select('user_id').executeTakeFirstOrThrow();
  sent.length = 0;
  const { status, body } = await admin.get(path.replace(':subscriber', String(user_id)));
  expect(status).toBe(200);
  // What the session needs is checked, not sent.
  const queries = sent.filter(({ sql }) => !sql.includes('"access_tokens"'));
  const read = (await Promise.all(queries.map(columnsOf))).flat();
  const keys = new Set(listKeys(body).map((key) => key.toLowerCase()));
  const isSent = (column: string) =>
    [column, toCamelCase(column), ...[sentAs[column] ?? []].flat()].some((key) =>
      keys.has(key.toLowerCase()),
    );
  return { read, unsent: read.filter((column) => !isSent(column)) };
}

test.each([
  '/admin/users',
  '/admin/users?page=20',
  '/admin/users?keyword=a',
  '/admin/users/5',
  '/admin/subscriptions/history/:subscriber',
  '/admin/subscriptions/failed-payments',
  '/admin/subscriptions/failed-payments?keyword=a&state=unchecked&sort=email',
  '/admin/recipes',
  '/admin/recipes?keyword=a&needs=any&sort=title',
  '/admin/recipes/5',
])('%s', async (path) => {
  const { read, unsent } = await findUnsent(path);
  expect(unsent).toEqual([]);
  expect(read).toContain('id');
});

test('a column that is read for nothing is found out', async () => {
  const all = db.selectFrom('users').selectAll().compile();
  expect(await columnsOf(all)).toEqual(expect.arrayContaining(['password_hash', 'search_text']));
});
