import { expect, test } from 'vitest';
import { badSignatures } from './signatures.ts';
import { readSources } from './sources.ts';

test('no function has more than three positional parameters or a positional boolean', () => {
  const files = Object.entries(readSources()).filter(([file]) =>
    /^(api|recipe-reader|shared|admin-spa|src|bench)\/.*\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap(([file, text]) =>
    badSignatures(text, file).map((signature) => `${file}:${signature}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'function open(a: A, b: B, c: C, d: D) {}',
  'const open = async (a: A, b: B, c: C, d: D) => a;',
  'type Open = (id: number, isRemembered: boolean) => void;',
  'class Door { open(quiet = false) {} }',
  'function open(quiet?: boolean) {}',
  'function open(quiet: boolean | undefined) {}',
])('finds %s', (text) => {
  expect(badSignatures(text)).toHaveLength(1);
});

test.each([
  'function open(a: A, b: B, { quiet = false }: { quiet?: boolean }) {}',
  'const isOpen = (door: Door): boolean => door.isOpen;',
])('accepts %s', (text) => {
  expect(badSignatures(text)).toEqual([]);
});
