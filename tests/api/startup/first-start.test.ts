import { expect, test } from 'vitest';
import { fillDemoIfEmpty } from '#api/startup/first-start.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

async function countUsers(db: Awaited<ReturnType<typeof cloneDatabase>>['db']): Promise<number> {
  return (await db.selectFrom('users').select('id').execute()).length;
}

test('one of several servers that start together fills an empty database', async () => {
  const { db } = await cloneDatabase();
  const now = new Date();
  const filled = await Promise.all([1, 2, 3].map(() => fillDemoIfEmpty(db, { demo: true }, now)));
  expect(filled.filter(Boolean)).toHaveLength(1);
  expect(await countUsers(db)).toBe(8_600);
});

test('a database with users, or without the demo, is not changed', async () => {
  const { db } = await cloneDatabase();
  await fillDemoIfEmpty(db, { demo: false }, new Date());
  expect(await countUsers(db)).toBe(0);
  await addUser(db);
  await fillDemoIfEmpty(db, { demo: true }, new Date());
  expect(await countUsers(db)).toBe(1);
});
