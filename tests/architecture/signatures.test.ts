import { expect, test } from 'vitest';
import { badSignatures } from './signatures.ts';
import { readSources } from './sources.ts';

test('no function of the server has more than three positional parameters or a positional boolean', () => {
  const files = Object.entries(readSources()).filter(([file]) => /^api\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(([file, text]) => badSignatures(text).map((found) => `${file}:${found}`))).toEqual([]);
});

test.each([
  'function open(a: A, b: B, c: C, d: D) {}',
  'const open = async (a: A, b: B, c: C, d: D) => a;',
  'type Open = (id: number, remembered: boolean) => void;',
  'class Door { open(quiet = false) {} }',
  'function open(quiet?: boolean) {}',
  'function open(quiet: boolean | undefined) {}',
])('%s would be found', (text) => {
  expect(badSignatures(text)).toHaveLength(1);
});

test.each([
  'function open(a: A, b: B, { quiet = false }: { quiet?: boolean }) {}',
  'const isOpen = (door: Door): boolean => door.isOpen;',
])('%s is fine', (text) => {
  expect(badSignatures(text)).toEqual([]);
});
