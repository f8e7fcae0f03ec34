import { expect, test } from 'vitest';
import { matchesEtag, negotiateEncoding } from './content-negotiation.ts';

test.each([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=1, BR;Q=1', 'br'],
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000, gzip ; q=0.001', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['identity', null],
  ['identity, br;q=0.5', null],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['deflate', null],
  ['brotli, xgzip', null],
  ['br;q=much', null],
  ['br;q=2, gzip', 'gzip'],
  ['br;q=', null],
  [', ,br', 'br'],
] as const)('Accept-Encoding %j is answered with %j', (header, encoding) => {
  expect(negotiateEncoding(header, ['br', 'gzip'])).toBe(encoding);
});

test('an encoding that is not available is never chosen', () => {
  expect(negotiateEncoding('gzip, br', ['gzip'])).toBe('gzip');
  expect(negotiateEncoding('gzip;q=0.1, br', ['gzip'])).toBe('gzip');
  expect(negotiateEncoding('br, *;q=0', ['gzip'])).toBeNull();
  expect(negotiateEncoding('gzip, br', [])).toBeNull();
});

test.each([
  [undefined, false],
  ['', false],
  ['"ours"', true],
  ['W/"ours"', true],
  ['"theirs", W/"ours"', true],
  ['"theirs","ours"', true],
  [' * ', true],
  ['"*"', false],
  ['"theirs"', false],
  ['ours', false],
  ['w/"ours"', false],
] as const)('If-None-Match %j: unchanged is %j', (header, unchanged) => {
  expect(matchesEtag(header, '"ours"')).toBe(unchanged);
});
