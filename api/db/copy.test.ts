import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { copyRows, takeIds } from './copy.ts';
import { withConnection } from './open.ts';
import '#tests/setup/seed.ts';

const { db } = await cloneDatabase();

const row = (title: string, more: { steps?: string[]; cuisine?: string | null } = {}) => ({
  title,
  steps: [],
  cuisine: null,
  ingredients: '[]',
  ...more,
});

async function copyAndRead(rows: Iterable<ReturnType<typeof row>>) {
  return withConnection(db, async ({ client, db: connection }) => {
    await sql`truncate recipes cascade`.execute(connection);
    const written = await copyRows(client, 'recipes', rows);
    const stored = await connection
      .selectFrom('recipes')
      .select(['title', 'steps', 'cuisine'])
      .orderBy('id')
      .execute();
    expect(written).toBe(stored.length);
    return stored;
  });
}

test('every text arrives as it is: signs of the format, empty texts, and null', async () => {
  const texts = [
    '',
    '\\N',
    '\\.',
    'a\tb\nc\r\\d',
    '"{},',
    'NULL',
    '\u{1F35C} \u202e é',
    "'; drop table users",
  ];
  const rows = texts.map((text) => row(text, { cuisine: text, steps: [text, '', text] }));
  expect(await copyAndRead([...rows, row('none', { cuisine: null })])).toEqual([
    ...texts.map((text) => ({ title: text, cuisine: text, steps: [text, '', text] })),
    { title: 'none', cuisine: null, steps: [] },
  ]);
});

test('any list of texts arrives as it is', async () => {
  // PostgreSQL cannot store the character 0, nor half a surrogate pair.
  const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (steps) => {
      expect(await copyAndRead([row('any', { steps })])).toEqual([{ title: 'any', cuisine: null, steps }]);
    }),
    { numRuns: 50 },
  );
});

test('rows are taken one by one, more of them than one chunk holds', async () => {
  const titles = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(100)}`);
  const taken: string[] = [];
  function* rows() {
    for (const title of titles) {
      taken.push(title);
      yield row(title);
    }
  }
  expect((await copyAndRead(rows())).map(({ title }) => title)).toEqual(titles);
  expect(taken).toEqual(titles);
  expect(await copyAndRead([])).toEqual([]);
});

test('a refused row fails, and the connection works on', async () => {
  await withConnection(db, async ({ client, db: connection }) => {
    const refused = [
      { ...row('one'), ingredients: '[]' },
      { ...row('other'), ingredients: '{}' },
    ];
    await expect(copyRows(client, 'recipes', refused)).rejects.toThrow('recipes_ingredients_check');
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(connection);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

test('ids are taken from the sequence of the table, and COPY accepts them', async () => {
  await withConnection(db, async ({ client, db: connection }) => {
    const ids = await takeIds(client, 'recipes', 3);
    await copyRows(
      client,
      'recipes',
      ids.map((id) => ({ id, ...row(`number ${id}`) })),
    );
    const inserted = sql<{ id: number }>`insert into recipes (title) values ('next') returning id`;
    const [next] = (await inserted.execute(connection)).rows;
    expect(next?.id).toBe((ids.at(-1) ?? 0) + 1);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
  });
});
