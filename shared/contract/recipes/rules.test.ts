import { expect, test } from 'vitest';
import { isWebAddress } from './rules.ts';

test.each([
  ['https://example.com/a.jpg', true],
  [' HTTP://example.com', true],
  ['https:/example.com', false],
  ['https:example.com', false],
  ['https://', false],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  ['/api/v1/pictures/egg.svg', false],
])('%s: %s', (text, isAddress) => {
  expect(isWebAddress(text)).toBe(isAddress);
});
