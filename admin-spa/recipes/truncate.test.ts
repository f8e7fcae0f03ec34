import { expect, test } from 'vitest';
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
