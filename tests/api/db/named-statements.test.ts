import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { matchesKeyword } from '#api/db/lists/search.ts';
import { createStatementNames } from '#api/db/named-statements.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

const { url } = await cloneDatabase();
const open = (isPreparing: boolean) => {
  const db = openDatabase(url, () => undefined, { connections: 1, isPreparing });
  afterAll(() => db.destroy());
  return db;
};

/** The texts that the only connection has prepared. */
async function listPrepared(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    table pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

async function readTwice(db: Kysely<Database>): Promise<void> {
  for (const id of [1, 2]) {
    await db.selectFrom('users').where('id', '=', id).select('email').execute();
    await db
      .selectFrom('users')
      .where(matchesKeyword(`word${id}`))
      .select('id')
      .execute();
    await db.selectFrom('users').where('id', '=', id).selectAll().execute();
    await db.selectFrom('users').where('id', '=', id).selectAll('users').execute();
    await db.updateTable('users').set({ phone: '1' }).where('id', '=', id).execute();
  }
  await db.selectFrom('recipes').where('id', '=', 1).select('title').execute();
}

test('what is read again is prepared: no search, no write, not every column, and nothing that is sent once', async () => {
  const db = open(true);
  await readTwice(db);
  expect(await listPrepared(db)).toEqual(['select "email" from "users" where "id" = $1']);
  await readTwice(db);
  expect(await listPrepared(db)).toHaveLength(2);
});

test('nothing is prepared behind a pooler', async () => {
  const db = open(false);
  await readTwice(db);
  expect(await listPrepared(db)).toEqual([]);
});

test('the answers are the same, also inside a transaction and after an error', async () => {
  const db = open(true);
  const read = (from: Kysely<Database>, number: number) =>
    sql<{ half: number }>`select 10 / ${number}::integer as half`
      .execute(from)
      .then(({ rows }) => rows[0]?.half);
  for (const expected of [5, 5, 5]) expect(await read(db, 2)).toBe(expected);
  await expect(read(db, 0)).rejects.toThrow('division by zero');
  expect(await db.transaction().execute((transaction) => read(transaction, 5))).toBe(2);
});

test('a connection keeps a limited number of plans', () => {
  const nameOf = createStatementNames(2);
  const texts = ['select 1', 'select 2', 'select 3'];
  for (const text of texts) nameOf(text);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(texts.map(nameOf)).toEqual(['select_1', 'select_2', undefined]);
  }
});
