import { expect, test } from 'vitest';
import { formatBytes, limitsText, pastedFile, problemOf, toAddressable } from './accepted-files.ts';

const MB = 1_000_000;

test.each([
  [{ size: 10 }, { files: 0, bytes: 0 }, null],
  [{ size: 50 * MB }, { files: 0, bytes: 0 }, null],
  [{ size: 0 }, { files: 0, bytes: 0 }, 'This file is empty. Choose a different file.'],
  [
    { size: 1 },
    { files: 1, bytes: 50 * MB },
    'The files of an import can have 50 MB altogether. Split them.',
  ],
  [{ size: 1 }, { files: 500, bytes: 0 }, 'An import can have at most 500 files. Put them into a ZIP file.'],
])('a file of %j beside %j: %s', (file, earlier, problem) => {
  expect(problemOf(file, earlier)).toBe(problem);
});

test.each([
  ['{"name": "Soup"}', 'pasted.json'],
  [' \n[{}]', 'pasted.json'],
  ['<script type="application/ld+json">', 'pasted.json'],
  ['title,steps\nSoup,Cook', 'pasted.csv'],
])('a pasted %j is the file %s', (text, name) => {
  expect(pastedFile(text).name).toBe(name);
});

test('sizes and limits are told in words', () => {
  expect([1, 2_000, 3.4 * MB].map(formatBytes)).toEqual(['1 KB', '2 KB', '3.4 MB']);
  expect(limitsText).toBe('Up to 500 files, 50 MB and 5,000 recipes at once.');
});

test.each([
  ['Pot-au-feu é 🍲.csv', 'Pot-au-feu é 🍲.csv'],
  ['half \ud83c a pot', 'half \ufffd a pot'],
  ['\udf72', '\ufffd'],
])('a file named %j gets an address', (name, addressable) => {
  expect(toAddressable(name)).toBe(addressable);
  expect(() => encodeURIComponent(toAddressable(name))).not.toThrow();
});
