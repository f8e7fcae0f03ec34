import { expect, test } from 'vitest';
import { mergeRows } from './merge-rows.ts';

/** Each character is a row; a capital letter is a newer state of it. */
const rowsOf = (text: string) => [...text].map((letter) => ({ id: letter.toLowerCase(), letter }));

function merge(shown: string, latest: string, { anchor = '', pageSize = 9, isFirstPage = true } = {}) {
  const { rows, removedIds, newRows } = mergeRows(rowsOf(shown), rowsOf(latest), {
    anchor: anchor === '' ? -1 : shown.indexOf(anchor),
    pageSize,
    isFirstPage,
  });
  return [rows.map(({ letter }) => letter).join(''), [...removedIds].join(''), newRows];
}

test.each([
  ['nothing has changed', 'abc', 'abc', {}, ['abc', '', 0]],
  ['a row has left', 'abc', 'ac', {}, ['ac', '', 0]],
  ['a row has left below the anchor', 'abc', 'ab', { anchor: 'b' }, ['ab', '', 0]],
  ['a row has left above the anchor', 'abc', 'bc', { anchor: 'b' }, ['abc', 'a', 0]],
  ['the row of the anchor has left', 'abc', 'ac', { anchor: 'b' }, ['abc', 'b', 0]],
  ['rows have changed around the anchor', 'abc', 'ABC', { anchor: 'b' }, ['ABC', '', 0]],
  ['rows have changed', 'abc', 'ABC', {}, ['ABC', '', 0]],
  ['new rows at the top wait', 'abc', 'xyabc', {}, ['abc', '', 2]],
  ['new rows in between wait', 'abc', 'axbc', {}, ['abc', '', 1]],
  ['new rows at the end wait for nothing', 'abc', 'abcx', { anchor: 'b' }, ['abcx', '', 0]],
  ['everything has left', 'abc', '', {}, ['', '', 0]],
  ['everything has left, with an anchor', 'abc', '', { anchor: 'b' }, ['ab', 'ab', 0]],
  ['an empty list gets rows at once', '', 'xy', {}, ['xy', '', 0]],
  ['a full page is pushed on by new rows', 'abc', 'xab', { pageSize: 3 }, ['abc', '', 1]],
  ['a full page gets a row of the next one', 'abc', 'bcd', { pageSize: 3 }, ['bcd', '', 0]],
  ['the last row of a full page has left', 'abc', 'abd', { pageSize: 3 }, ['abd', '', 0]],
  [
    'rows may have moved to the page before',
    'abc',
    'bcd',
    { pageSize: 3, isFirstPage: false },
    ['abcd', '', 0],
  ],
  ['a later page has no new rows', 'abc', 'xabc', { isFirstPage: false }, ['abc', '', 0]],
  ['a row in the middle of a later page has left', 'abc', 'ac', { isFirstPage: false }, ['ac', '', 0]],
] as const)('%s', (...[, shown, latest, options, expected]) => {
  expect(merge(shown, latest, options)).toEqual(expected);
});
