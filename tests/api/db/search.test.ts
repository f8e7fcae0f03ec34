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
  ['D’Amboise', ["D'Amboise", 'D’Amboise', "d'am", "d'", "'a"]],
  ['D´Amboise', ["D'Amboise"]],
  ['Мар’яна', ["Мар'яна", 'Мар’яна', "р'я"]],
  ["О'Нил", ['О’Нил', "О'Нил"]],
])('%s is found with every kind of apostrophe, and with a comma', async (name, keywords) => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: 'Renée', last_name: `${name} ${mark}` });
  for (const other of ['DAmboise Маряна ОНил', 'Dxamboise Марxяна Оxнил', 'D Amboise Мар яна О Нил']) {
    await addUser(database.db, { first_name: 'Renée', last_name: `${other} ${mark}` });
  }
  for (const keyword of keywords) expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
});

test.each([
  ['Tarte «\u00A0maison\u00A0»', ['"maison"', '«maison»', '“maison']],
  ['Pad–Thai', ['pad-thai', 'pad—thai', 'd‑t']],
  ['Bœuf', ['boeuf', 'BŒUF', 'oeu']],
  ['Knö\u00ADdel', ['knödel', 'knodel', 'kn\u200Bödel', '\u200Ekn']],
  ['علی\u200Cرضا', ['عليرضا', 'علی\u200Cرضا']],
])('%s is found by what a keyboard types', async (name, keywords) => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: name, last_name: mark });
  await addUser(database.db, { first_name: 'maison pad thai buf ndel', last_name: `x${mark}` });
  for (const keyword of keywords) {
    expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
  }
});

test('an apostrophe and a comma alone are words as any other', async () => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: "a', b", last_name: mark });
  await addUser(database.db, { first_name: 'a b', last_name: mark });
  for (const keyword of [',', "'", '’', "',"])
    expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
});

/** First name, last name and the part of the address before a mark. */
const people = {
  brien: ['Ann', "O'Brien", 'o.brien'],
  marie: ['Anne-Marie', 'Le Goff', 'am-legoff'],
  zoe: ['Zoë', 'Ng', 'Z.NG'],
  ivan: ['Иван', 'Ёлкин', 'ivan'],
  sato: ['佐藤', '健', 'sato'],
  kim: ['김', '서연', 'seoyeon'],
  haruka: ['はるか', 'ミヤ', 'miya'],
  digits: ['2Pac', 'Shakur 15', 'x21'],
  nadia: ['نادية', 'علي', 'nadia'],
  eleni: ['Ελένη', 'Ωνάση', 'eleni'],
  noa: ['נועה', 'לוי', 'noa'],
} as const;

test.each([
  // One or two letters or digits: where a word of the name or the address begins, which is after a space.
  ['o', ['brien']],
  ["o'", ['brien']],
  ['br', []],
  ['ma', []],
  ['an', ['brien', 'marie']],
  ['a', ['brien', 'marie']],
  ['am', ['marie']],
  ['go', ['marie']],
  ['le', ['marie']],
  ['ng', ['zoe']],
  ['ZÖ', ['zoe']],
  ['z.', ['zoe']],
  ['е', ['ivan']],
  ['ив', ['ivan']],
  ['ва', []],
  ['عل', ['nadia']],
  ['دي', []],
  ['ΕΛ', ['eleni']],
  ['ωνά', ['eleni']],
  ['λέ', []],
  ['לו', ['noa']],
  ['וע', []],
  ['2', ['digits']],
  ['15', ['digits']],
  ['21', []],
  // Han, kana and Hangul: anywhere.
  ['藤', ['sato']],
  ['佐藤', ['sato']],
  ['健', ['sato']],
  ['る', ['haruka']],
  ['ヤ', ['haruka']],
  ['연', ['kim']],
  // Signs: anywhere.
  ['-', ['marie']],
  ['-m', ['marie']],
  ["'b", ['brien']],
  // Three and more: anywhere.
  ['bri', ['brien']],
  ['mar', ['marie']],
  ['кин', ['ivan']],
] as const)('%s finds %j', async (keyword, expected) => {
  const mark = randomUUID().replaceAll('-', '');
  const ids = new Map<number, string>();
  for (const [key, [first_name, last_name, address]] of Object.entries(people)) {
    const email = `${address}+${mark}@example.com`;
    const { id } = await addUser(database.db, { first_name, last_name, email });
    ids.set(id, key);
  }
  const found = await find(`${keyword} ${mark}`);
  expect(found.map((id) => ids.get(id)).toSorted()).toEqual(expected.toSorted());
});

test('names of the greatest length are stored and found: Hangul is folded into three letters for each', async () => {
  const syllables = Array.from({ length: 400 }, (_, index) =>
    String.fromCodePoint(0xac00 + ((index * 7_919) % 11_172)),
  ).join('');
  const [first_name, last_name] = [syllables.slice(0, 200), syllables.slice(200)];
  const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${randomUUID()}.example.com`;
  const { id } = await addUser(database.db, { first_name, last_name, email });
  expect(await find(first_name)).toEqual([id]);
  expect(await find(last_name)).toEqual([id]);
});

// "½" is folded into three characters, "㍿" into four.
test.each([
  ['Абаба', 'аба', 'Абба'],
  ['½', '½', '1⁄x⁄2'],
  ['㍿', '㍿', '株式x式会x会社'],
  ['佐藤', '佐藤', '佐 藤'],
])('%s is found by %s, and %s is not', async (name, keyword, other) => {
  const mark = randomUUID();
  const { id } = await addUser(database.db, { first_name: name, last_name: mark });
  await addUser(database.db, { first_name: other, last_name: mark });
  expect(await find(keyword)).toContain(id);
  expect(await find(`${keyword} ${mark}`)).toEqual([id]);
});
