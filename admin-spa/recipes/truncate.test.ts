import { expect, onTestFinished, test } from 'vitest';
import { truncate } from './truncate.ts';

const family = '👨‍👩‍👧‍👦';
const accented = 'e\u0301';

test.each([
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}…`],
  [family.repeat(100), family.repeat(100)],
  [family.repeat(101), `${family.repeat(100)}…`],
  [`${'a'.repeat(99)}${accented}b`, `${'a'.repeat(99)}${accented}…`],
  ['', ''],
])('%s', (text, short) => {
  expect(truncate(text, 100)).toBe(short);
});

test.each([
  [accented.repeat(100), accented.repeat(100)],
  [`${'a'.repeat(99)}${accented}b`, `${'a'.repeat(99)}${accented}…`],
  [`${'🍲'.repeat(100)}b`, `${'🍲'.repeat(100)}…`],
])('without the segmenter of newer browsers: %s', (text, short) => {
  const { Segmenter } = Intl;
  onTestFinished(() => void Object.assign(Intl, { Segmenter }));
  Reflect.deleteProperty(Intl, 'Segmenter');
  expect(truncate(text, 100)).toBe(short);
});
