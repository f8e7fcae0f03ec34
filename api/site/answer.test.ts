import { expect, test } from 'vitest';
import { parseByteRange } from './answer.ts';

test.each([
  [undefined, null],
  ['', null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['Bytes= 2-3 ', { start: 2, end: 3 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  ['bytes=-', null],
  ['bytes=3-2', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
] as const)('Range %j of 10 bytes', (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected);
});

test('an empty file has no parts', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=-5', 0)).toBe('unsatisfiable');
});
