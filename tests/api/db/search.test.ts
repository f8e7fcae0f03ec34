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

/** No digit of it is one of a phone. */
const randomLetters = () => randomUUID().replaceAll(/[\d-]/g, 'x');

test.each([
  ['+33 6 39 98 40 71', ['06 39 98 40 71', '0639984071', '+33639984071', '0033 6 39 98 40 71', '40 71']],
  ['+33 (0)6 39 98 40 72', ['06.39.98.40.72', '+33 06 39 98 40 72', '+33 (0) 6 39 98 40 72', '984072']],
  ['0639984073', ['+33 6 39 98 40 73', '33639984073', '06-39-98-40-73', '639984073']],
  ['07700 900474', ['+44 7700 900474', '0044 (0)7700 900474', '011 44 7700 900474', '7700-900-474', '474']],
  ['+1 (416) 555-0175', ['416 555 0175', '(416) 555-0175', '1-416-555-0175', '416.555.0175', '555 0175']],
  ['415-555-0176', ['+1 415 555 0176', '001 415 555 0176', '+1 (415) 555-0176', '1 415 555 0176']],
  ['+353 20 917 4477', ['020 917 4477', '+353 (0)20 917 4477', '003532 09174477', '+353 20 91', '9174477']],
  ['00491512 3456478', ['01512 3456478', '+49 1512 3456478', '0151/23456478']],
  ['+98 ۲۱ ۵۵۵ ۰۱۷۹', ['021 555 0179', '+۹۸ ۲۱ ۵۵۵ ۰۱۷۹', '٠٢١ ٥٥٥ ٠١٧٩']],
])('the phone %s is found by what is typed', async (phone, keywords) => {
  const mark = randomLetters();
  // Names and addresses without digits, which are searched for, too.
  const names = { first_name: mark, last_name: mark };
  const { id } = await addUser(database.db, { ...names, email: `a${mark}@example.com`, phone });
  for (const other of ['+81 90 1122 3344', null]) {
    const email = `${other ? 'b' : 'c'}${mark}@example.com`;
    await addUser(database.db, { ...names, email, phone: other });
  }
  for (const keyword of keywords) {
    expect(await find(`${keyword} ${mark}`), keyword).toEqual([id]);
    expect(await find(`${mark} ${keyword}`), keyword).toEqual([id]);
  }
});

test('one or two digits find no phone, and a phone is the beginning of no word', async () => {
  const mark = randomLetters();
  const email = `a${mark}@example.com`;
  await addUser(database.db, { first_name: mark, last_name: mark, email, phone: '+1 202 555 0181' });
  const { id } = await addUser(database.db, {
    first_name: `${mark} 20`,
    last_name: mark,
    email: `b${email}`,
    phone: '+44 7700 900181',
  });
  expect(await find(`20 ${mark}`)).toEqual([id]);
  expect(await find(`1 ${mark}`)).toEqual([]);
});
