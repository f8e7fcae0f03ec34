import { expect, inject, it } from 'vitest';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { formatDate } from '#console/ui/format/format.ts';
import { lint } from './lint/linter.ts';
import { misspelledWords } from './lint/spelling.ts';
import { specificationFragments, specificationTexts } from './specification-texts.ts';
import { allTexts } from './texts/all.ts';
import type { Text } from './texts/code.ts';

const texts = allTexts(inject('siteFolder'));

/** Words that are right and in no dictionary. */
const words = [
  // Apple’s page for refunds.
  'reportaproblem',
  product.name,
  ...company.holder.split(' '),
  'Eula',
  'licence',
  'Fraunces',
  'Noto',
  'SIL',
  'stylesheet',
  'chargeback',
  'NUL',
  'BCP',
  'JWS',
  'srgb',
  'otpauth',
  // The file of Docker Compose.
  'env',
];

/** Names of people and dishes, and the words by which an import knows the columns of other languages. */
const FOREIGN = /^(api\/demo|recipe-reader)\//;

it('reads what people read: pages, forms, console, mails, API and command line', () => {
  const folders = new Set(texts.map(({ file }) => /^\/|^\w[\w-]*\/\w[\w-]*/.exec(file)?.[0]));
  expect([...folders]).toEqual(
    expect.arrayContaining([
      '/',
      'admin-spa/users',
      'api/mail',
      'api/cli',
      'api/auth',
      'shared/forms',
      'src/islands',
    ]),
  );
});

it('has the texts of the specification to the letter', () => {
  const whole = new Set(texts.map(({ text }) => text));
  expect(specificationTexts.filter((text) => !whole.has(text))).toEqual([]);
  const isSaid = (fragment: string) => texts.some(({ text }) => text.includes(fragment));
  expect(specificationFragments.filter((fragment) => !isSaid(fragment))).toEqual([]);
});

it('writes dates as the specification does', () => {
  expect(formatDate(new Date(2026, 10, 24, 12).toISOString())).toBe('24/11/2026');
});

it('has no finding of the linter', async () => {
  expect(await lint(texts, specificationTexts)).toEqual([]);
});

it('is spelled in American English', () => {
  expect(
    misspelledWords(
      texts.filter(({ file }) => !FOREIGN.test(file)),
      words,
    ),
  ).toEqual([]);
});

it.each([
  ['a stop word', 'We will utilize your data.'],
  ['a term of a product', 'Install it from the Github page.'],
  ['a word of ours', 'Look into your spam folder.'],
  ['an expansion in talk', 'The users could not be loaded.'],
])('the linter finds %s', async (_, text) => {
  expect(await lint([{ file: 'admin-spa/a.tsx', line: 1, text, isTalk: true }], [])).toHaveLength(1);
});

it('the speller finds British spelling and typing errors', () => {
  const text: Text = { file: 'a.ts', line: 1, text: 'Its colour, as we recieve it', isTalk: true };
  expect(misspelledWords([text], [])).toEqual(['colour', 'recieve']);
});
