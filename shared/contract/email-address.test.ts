import { expect, test } from 'vitest';
import { readEmailAddress } from './email-address.ts';

test.each([
  'a@b',
  'Name@example.com',
  '"a@b"@example.com',
  "o'brien+meals@mail.example.com",
  'jürgen@example.com',
])('%s is an address as it is', (text) => {
  expect(readEmailAddress(text)).toBe(text);
});

test.each([
  ['a space around it', ' mia@example.com\n'],
  ['a zero-width space', 'mia@example\u200B.com'],
  ['a byte order mark', '\uFEFFmia@example.com'],
  ['a mark of direction around a space', '\u200F mia@example.com \u061C'],
  ['a soft hyphen', 'mia@exam\u00ADple.com'],
  ['an isolate', '\u2068mia@example.com\u2069'],
  ['a joiner between letters of ASCII', 'mi\u200Da@exam\u200Cple.com'],
  ['a joiner after a space', 'mia@example.com \u200D'],
  ['a variation selector', 'mia\uFE0F@example.com'],
  ['a tag', 'mia@example.com\u{E0041}'],
])('%s is removed', (_what, text) => {
  expect(readEmailAddress(text)).toBe('mia@example.com');
});

test.each([
  ['in another case', 'mia@BÜCHER.example'],
  ['with a separate diaeresis', 'mia@bu\u0308cher.example'],
  ['with an invisible character', 'mia@bü\u200Ccher.example'],
  ['with the dot of another keyboard', 'mia@bücher。example'],
  ['in ASCII', 'mia@xn--bcher-kva.example'],
])('a domain outside ASCII is one, %s', (_how, text) => {
  expect(readEmailAddress(text)).toBe('mia@xn--bcher-kva.example');
});

test('a domain keeps the joiner that is a part of its word', () => {
  expect(readEmailAddress('mia@\u200Eنامه\u200Cای.example')).toBe('mia@xn--mgba3gch31f060k.example');
});

test('a letter is the same in one character and in two', () => {
  expect(readEmailAddress('jose\u0301@example.com')).toBe('jos\u00E9@example.com');
});

test.each([
  '',
  'name',
  '@',
  'name@',
  'name@ ',
  '@example.com',
  ' @example.com',
  '\u200B@example.com',
  'Mia Lee <mia@example.com>',
  '<mia@example.com>',
  'mailto:mia@example.com',
  'MAILTO:mia@example.com?subject=Hi',
  'mia@example.com?subject=Hi',
  'mia@example.com,',
  'mia@example.com;',
  'mia@example.com.',
  'mia@example.com>',
  'mia@example.com)',
  '(mia@example.com',
  '“mia@example.com”',
  'mia@example.com、',
  'mia@example.com, leo@example.com',
  'mia@example.com leo@example.com',
  'mia@@example.com',
  'mia lee@example.com',
  'mia@exam ple.com',
  'mia@example..com',
  'mia@.example.com',
  'mia@-example.com',
  'mia@bücher..example',
  'https://example.com/@mia',
  'mia@example.com/',
  'mia@example.com:25',
  'mia\u0007@example.com',
  `mia@${'example.'.repeat(40)}com`,
])('%j is no address', (text) => {
  expect(readEmailAddress(text)).toBeNull();
});
