import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

const command = fileURLToPath(new URL('../../../api/cli/seed.ts', import.meta.url));
const { db, url } = await cloneDatabase();

function seed(...options: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  return spawnSync(process.execPath, [command, ...options], { env, encoding: 'utf8' });
}

test('people are added to the existing ones, with plain lines if there is no terminal', async () => {
  const present = await addUser(db);
  const same = String(randomInt(1, 2 ** 31));
  for (const users of [700, 40]) {
    const { status, stdout, stderr } = seed('--users', String(users), '--seed', same);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^${users} of ${users} people\nDone in [\\d.]+ s\\.\n$`, 'm'));
    expect(stdout).not.toContain('\r');
  }
  const users = await db.selectFrom('users').select(['id', 'email']).execute();
  expect(users).toHaveLength(741);
  expect(users.find(({ id }) => id === present.id)?.email).toBe(present.email);
});

test.each([
  [[], /--users must be a whole number/],
  [['--users', '0'], /--users must be a whole number/],
  [['--users', 'many'], /--users must be a whole number/],
  [['--users', '5000001'], /--users must be a whole number/],
  [['--users', '5', '--seed', '-1'], /npm run seed/],
  [['--people', '5'], /npm run seed/],
] as const)('%j is refused in words', async (options, words) => {
  const { status, stderr } = seed(...options);
  expect(status).toBe(1);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
});
