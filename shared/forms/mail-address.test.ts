import { expect, test } from 'vitest';
import { looksLikeAddress } from './mail-address.ts';

test.each(['a@b', 'name@example.com', '"a@b"@example.com', 'ü@例え.jp'])('%s may be an address', (text) => {
  expect(looksLikeAddress(text)).toBe(true);
});

test.each(['', 'name', '@', 'name@', '@example.com', ' @example.com', 'name@ '])('%j is none', (text) => {
  expect(looksLikeAddress(text)).toBe(false);
});
