import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test.each([
  ['https://example.com/v?x=1', 'https://example.com/v?x=1'],
  ['HTTP://example.com', 'http://example.com/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  [' java\nscript:alert(1)', null],
  ['/video.mp4', null],
  ['example.com/video', null],
  ['', null],
  [null, null],
])('%s', (text, address) => {
  expect(webAddress(text)).toBe(address);
});
