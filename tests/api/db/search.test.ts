import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const api = await serveApi(database.db);
const admin = await signInAdministrator(database, api);

async function find(keyword: string): Promise<number[]> {
  const { body } = await admin.get(`/admin/users?keyword=${encodeURIComponent(keyword)}`);
  return (body.data as { id: number }[]).map(({ id }) => id);
}

// The search folds the full-width percent sign into an ordinary one.
test.each(['\\', '%', '_', '％'])('%s is an ordinary character of a search', async (sign) => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: `one${sign}two`, last_name: mark });
  await addUser(database.db, { first_name: 'onetwo', last_name: mark });
  await addUser(database.db, { first_name: 'one-two', last_name: mark });
  for (const keyword of [sign, `one${sign}`, `one${sign}two`, `${sign}two`]) {
    expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
  }
  expect(await find(`on${sign}e ${mark}`)).toEqual([]);
});

test.each([
  [
    "D'Amboise",
    ["D'Amboise", 'D’Amboise', 'D‘Amboise', 'd`amboise', 'D´Amboise', "d'am", "D’Amboise, D'Amboise,"],
  ],
  ['D’Amboise', ["D'Amboise", 'D’Amboise', "d'am"]],
  ['Мар’яна', ["Мар'яна", 'Мар’яна', "р'я"]],
  ["О'Нил", ['О’Нил', "О'Нил"]],
])('%s is found with every kind of apostrophe, and with a comma', async (name, keywords) => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: 'Renée', last_name: `${name} ${mark}` });
  await addUser(database.db, { first_name: 'Renée', last_name: `DAmboise Маряна ОНил ${mark}` });
  for (const keyword of keywords) expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
});

test('an apostrophe and a comma alone are words as any other', async () => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: "a', b", last_name: mark });
  await addUser(database.db, { first_name: 'a b', last_name: mark });
  for (const keyword of [',', "'"]) expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
});

// The index has the pairs of a text. "½" is folded into three characters, "㍿" into four.
test.each([
  ['Абаба', 'аба', 'Абба'],
  ['½', '½', '1⁄x⁄2'],
  ['㍿', '㍿', '株式x式会x会社'],
  ['佐藤', '佐藤', '佐 藤'],
])(
  '%s is found by %s, and %s is not, which has each of its pairs or characters',
  async (name, keyword, other) => {
    const mark = randomUUID();
    const { id } = await addUser(database.db, { first_name: name, last_name: mark });
    await addUser(database.db, { first_name: other, last_name: mark });
    expect(await find(keyword)).toContain(id);
    expect(await find(`${keyword} ${mark}`)).toEqual([id]);
  },
);
