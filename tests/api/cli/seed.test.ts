import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { runCommand } from '#tests/setup/api/command.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db, url } = await cloneDatabase();

const seed = (...options: string[]) => runCommand('seed', options, { DATABASE_URL: url });

test('people are added to the existing ones, with plain lines if there is no terminal', async () => {
  const present = await addUser(db);
  const same = '7';
  for (const users of [700, 40]) {
    const { status, stdout, stderr } = await seed('--users', String(users), '--seed', same);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^ +\\d+ % ${users} of ${users} people`, 'm'));
    expect(stdout).toMatch(/^100 % updating the statistics of the tables$/m);
    expect(stdout).toMatch(new RegExp(`\nDone in [\\d.]+ s: ${users} users, .* recipes\\.\n$`));
    expect(stdout).not.toContain('\r');
  }
  const users = await db.selectFrom('users').select(['id', 'email']).execute();
  expect(users).toHaveLength(741);
  expect(users.find(({ id }) => id === present.id)?.email).toBe(present.email);
});

test('the number of recipes can be chosen, and the queries of large tables are planned as such', async () => {
  const before = await db.selectFrom('recipes').select('id').execute();
  const { status, stdout } = await seed('--users', '10', '--recipes', '300', '--seed', '5');
  expect(status).toBe(0);
  expect(stdout).toMatch(/ 300 recipes\.\n$/);
  const titles = await db.selectFrom('recipes').select('title').execute();
  expect(titles).toHaveLength(before.length + 300);
  expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length);
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where relname = 'recipes'`.execute(db);
  expect(rows[0]?.reltuples).toBe(titles.length);
});

test('--help exits without an error', async () => {
  const { status, stdout } = await seed('--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('npm run seed -- --users')]);
});

test.each([
  [[], /--users must be a whole number/],
  [['--users', '0'], /--users must be a whole number/],
  [['--users', 'many'], /--users must be a whole number/],
  [['--users', '5000001'], /--users must be a whole number/],
  [['--users', '5', '--seed', '-1'], /npm run seed/],
  [['--users', '5', '--recipes', '500001'], /--recipes must be a whole number from 0 to 500000/],
  [['--people', '5'], /npm run seed/],
] as const)('%j is refused in words', async (options, words) => {
  const { status, stderr } = await seed(...options);
  expect(status).toBe(1);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
});
