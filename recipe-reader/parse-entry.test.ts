import { expect, test } from 'vitest';
import { mulberry32 } from '#api/demo/random.ts';
import { parseEntry } from './parse-entry.ts';
import { Refusal } from './refusal.ts';

test.each([
  ['For the sauce:', 'For the sauce'],
  ['For garnish', 'For garnish'],
  ['Für den Teig', 'Für den Teig'],
  ['Pour la sauce :', 'Pour la sauce'],
  ['## Sauce', 'Sauce'],
  ['**Dough**', 'Dough'],
  ['- Toppings:', 'Toppings'],
  ['FOR THE DOUGH', 'FOR THE DOUGH'],
  ['--- Filling ---', 'Filling'],
  ['[Glaze]', 'Glaze'],
  ['To serve', 'To serve'],
  ['Para la salsa', 'Para la salsa'],
  ['Zum Garnieren', 'Zum Garnieren'],
  ['For the marinade -', 'For the marinade'],
])('%s is a heading', (line, name) => {
  expect(parseEntry('ingredients', line)).toMatchObject([{ line, isHeading: true, name }]);
});

test.each([['For frying, 2 tbsp oil'], ['Forbidden rice'], ['Four eggs'], ['Till, 2, tsp']])(
  '%s is no heading',
  (line) => {
    expect(parseEntry('ingredients', line)).toMatchObject([{ line, isHeading: false }]);
  },
);

test('lines keep their order, and empty lines, rules and lone numbers are left out', () => {
  const text = '\n  1.\n2 eggs\r\n\r\n---\n\t\n• salt \n***\n1) 200\tg\tflour\nMilk\t1\tl';
  expect(parseEntry('ingredients', text)).toEqual([
    { line: '2 eggs', isHeading: false, name: 'eggs', quantity: '2', unit: 'N/A' },
    { line: '• salt', isHeading: false, name: 'salt', quantity: 'N/A', unit: 'N/A' },
    { line: '1) 200\tg\tflour', isHeading: false, name: 'flour', quantity: '200', unit: 'g' },
    { line: 'Milk\t1\tl', isHeading: false, name: 'Milk', quantity: '1', unit: 'l' },
  ]);
});

test.each([
  ['Protein 12 g', 'Protein', '12 g'],
  ['Saturated fat 3 g', 'Saturated', 'fat 3 g'],
  ['Saturated fat: 3 g', 'Saturated fat', '3 g'],
  ['Energy: 250 kcal / 1046 kJ', 'Energy', '250 kcal / 1046 kJ'],
  ['Fat 3 g: of which saturated 1 g', 'Fat', '3 g: of which saturated 1 g'],
  ['- Salt: 0.8 g', 'Salt', '0.8 g'],
  ['Vitamin B12: 2 µg', 'Vitamin', 'B12: 2 µg'],
  ['Calories', 'Calories', ''],
  ['Fibre   ½ g', 'Fibre', '½ g'],
  ['Saturated fat\t3 g', 'Saturated fat', '3 g'],
  ['Sugar：5 g', 'Sugar', '5 g'],
  ['Fat - 12 g', 'Fat', '12 g'],
  ['Fibre, 3 g', 'Fibre', '3 g'],
  ['"fatContent": "3 g",', 'fatContent', '3 g'],
])('nutrition: %s', (line, name, quantity) => {
  expect(parseEntry('nutrition', line)).toEqual([{ line, isHeading: false, name, quantity, unit: '' }]);
});

test('nutrition: a line that ends with a colon is a heading', () => {
  expect(parseEntry('nutrition', 'Per serving:')).toMatchObject([{ isHeading: true, name: 'Per serving' }]);
});

test.each([
  ['1. Mix the flour.', 'Mix the flour.'],
  ['2) Bake for 20 minutes.', 'Bake for 20 minutes.'],
  ['(3) Serve.', 'Serve.'],
  ['• Mix.', 'Mix.'],
  ['- Mix.', 'Mix.'],
  ['Step 4: Mix.', 'Mix.'],
  ['STEP 12 Mix.', 'Mix.'],
  ['Schritt 2: Rühren.', 'Rühren.'],
  ['Étape 3 : mélanger.', 'mélanger.'],
  ['1.5 l of water come to a boil.', '1.5 l of water come to a boil.'],
  ['Step back and wait.', 'Step back and wait.'],
  ['2 eggs go in first.', '2 eggs go in first.'],
  ['1 - Mix.', 'Mix.'],
  ['Krok 2: Piec.', 'Piec.'],
  ['1. Schritt: Rühren.', 'Rühren.'],
  ['2️⃣ Mix.', 'Mix.'],
  ['20 - 25 minutes later, stir.', '20 - 25 minutes later, stir.'],
])('steps: %s', (line, name) => {
  expect(parseEntry('steps', line)).toEqual([{ line, isHeading: false, name, quantity: '', unit: '' }]);
});

test('steps: numbers on lines of their own are left out', () => {
  expect(parseEntry('steps', 'Step 1\nMix.\n2.\nBake.\nSTEP 3/5\n4').map(({ name }) => name)).toEqual([
    'Mix.',
    'Bake.',
  ]);
});

test('a step and an ingredient of any length stay whole', () => {
  const long = `${'Stir it well and taste. '.repeat(200)}1 cup`;
  expect(parseEntry('steps', long)).toMatchObject([{ name: long }]);
  expect(parseEntry('ingredients', long)).toMatchObject([{ name: long, quantity: 'N/A' }]);
});

test('more lines than anyone can check are refused', () => {
  expect(() => parseEntry('steps', 'x\n'.repeat(1_001))).toThrow(Refusal);
  expect(parseEntry('steps', 'x\n'.repeat(1_000))).toHaveLength(1_000);
});

test('whatever is pasted, every row has a name, a quantity and a unit', () => {
  const random = mulberry32(16);
  const pieces = [
    '1',
    '½',
    '2 x ',
    '400g',
    '/',
    ' cup',
    ' tbsp',
    ' plus ',
    'of ',
    '(',
    ')',
    ', ',
    ',',
    '"',
    '-',
    ' ',
    ':',
  ];
  pieces.push(
    'flour',
    'EL ',
    "d'ail",
    'N/A',
    '.',
    'a ',
    'zest ',
    '\t',
    '*',
    'For ',
    'x',
    '\u0301',
    '–',
    '|',
    '#',
  );
  const lines = Array.from({ length: 2_000 }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 7) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join(''),
  );
  for (const line of lines) {
    for (const kind of ['ingredients', 'nutrition', 'steps'] as const) {
      for (const { name, quantity, unit } of parseEntry(kind, line)) {
        expect(name, JSON.stringify(line)).toMatch(/\S/);
        if (kind === 'ingredients') expect([quantity, unit], JSON.stringify(line)).not.toContain('');
      }
    }
  }
});
