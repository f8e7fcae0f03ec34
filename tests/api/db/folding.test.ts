import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up as foldAnew } from '#api/db/migrations/0007-folding.ts';
import { fold } from '#console/ui/format/fold.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();

async function foldInDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select fold(text) as folded from unnest(${texts}::text[]) with ordinality as listed (text, place)
    order by place`.execute(db);
  return rows.map(({ folded }) => folded);
}

test.each([
  ['Bœuf à l’Ægir', "boeuf a l'aegir"],
  ['Straße', 'STRASSE'],
  ['ﬁlet de ﬂétan', 'filet de fletan'],
  ['Þorramatur', 'thorramatur'],
  ['Pad–thai − “hot”', 'pad-thai - "hot"'],
  ['co\u2011op', 'co-op'],
  ['«\u00A0maison\u202F»', '"maison"'],
  ['»klassisch«', '"klassisch"'],
  ['10″ pizza', '10" pizza'],
  ['5′', "5'"],
  ['zero\u200Bwidth sof\u00ADt', 'zerowidth soft'],
  ['👩\u200D🍳️', '👩🍳'],
  ['می\u200Cخواهم', 'ميخواهم'],
  ['کیک ۱۲', 'كيك 12'],
  ['ســلام', 'سلام'],
  ['צ׳יפס', "צ'יפס"],
  ['תל־אביב', 'תל-אביב'],
  ['½ Ｐｉｚｚａ', '1/2 pizza'],
  ['2 × 4', '2 x 4'],
  ['ΟΔΟΣ', 'οδός'],
])('%j is the same as %j, in the database and in the console', async (one, other) => {
  const [first, second] = await foldInDatabase([one, other]);
  expect(first).toBe(second);
  expect(fold(one)).toBe(first);
  expect(fold(other)).toBe(first);
});

test('what is stored is folded anew', async () => {
  const { db: older } = await cloneDatabase();
  await sql`create or replace function fold(input text) returns text language sql immutable parallel safe
    return lower(input)`.execute(older);
  const { id } = await addUser(older, { first_name: 'Bœuf', last_name: '–', email: 'a@example.com' });
  await sql`insert into recipes (title, cuisine, meal_types) values ('Œufs', 'Thaï', '{Entrée}')`.execute(
    older,
  );
  await foldAnew(older as never);
  const { rows } = await sql`
    select name_key, users.search_text, recipes.search_text as title from users, recipes
    where users.id = ${id} and fold(btrim(cuisine)) = 'thai' and fold_texts(meal_types) @> '{entree}'`.execute(
    older,
  );
  expect(rows).toEqual([{ name_key: 'boeuf -', search_text: ' boeuf - a@example.com', title: ' oeufs' }]);
});

test('the console folds every character as the database does', async () => {
  const { rows } = await sql<{ character: string; folded: string }>`
    select chr(code) as character, fold(chr(code)) as folded from generate_series(33, 200000) as code
    where code not between 55296 and 57343 and unicode_assigned(chr(code))`.execute(db);
  // The capitals of Cherokee and the old forms of nine Cyrillic letters have a folding of their own.
  const others = /[\s\p{Script=Cherokee}\u1C80-\u1C88]/u;
  const different = rows.filter(
    ({ character, folded }) =>
      !others.test(character) && fold(`a${character}b`) !== `a${folded}b`.replace(/\s+/g, ' '),
  );
  expect(rows.length).toBeGreaterThan(100_000);
  expect(different).toEqual([]);
});
