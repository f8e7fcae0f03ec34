import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { unescapeFormula } from '#recipe-reader/own-export.ts';
import { type CsvCell, toCsv } from './csv.ts';

const written = (cell: CsvCell) =>
  parse(toCsv([[cell]]))
    .flat()
    .join();

test('every cell is quoted, whatever separates the cells of a spreadsheet', () => {
  expect(
    toCsv([
      ['a', '', 'x;=1+1;y', '"'],
      [1, -2.5, { number: '-3.00' }, { phone: '' }],
    ]),
  ).toBe('"a","","x;=1+1;y",""""\n"1","-2.5","-3.00",""\n');
});

test.each([
  '=1+1',
  '+1+cmd|calc',
  '+1-202-555-0147',
  '-2+A1',
  '-5',
  '-',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  "'=1",
  "'-5",
  "''＝1",
  "'\n",
  '2000000601234567',
])('a text that begins like %j gets an apostrophe, and loses it when it is read', (text) => {
  expect(written(text).startsWith(`'${text.slice(0, 1)}`)).toBe(true);
  expect(unescapeFormula(written(text))).toBe(text);
});

test('so does every line', () => {
  expect(written("Serve with:\n=A1\r\n'- lime\n\nsalt - pepper")).toBe(
    "Serve with:\n'=A1\r\n''- lime\n\nsalt - pepper",
  );
  expect(unescapeFormula("Serve with:\n'=A1\r\n''- lime\n\nsalt - pepper")).toBe(
    "Serve with:\n=A1\r\n'- lime\n\nsalt - pepper",
  );
});

test.each(["it's", '', '5', "'quoted'", '2026-03-01T00:00:00.000Z', '123456789012345', 'a = b'])(
  '%j stays as it is',
  (text) => {
    expect(written(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

test.each([
  ['+4915112345678', '+49 15112345678'],
  ['+12025550147', '+1 2025550147'],
  ['+1-202-555-0147', '+1 202 555 0147'],
  ['+1 (202) 555‑0147', '+1 (202) 555 0147'],
  ['+353.20.910.1234', '+353 20 910 1234'],
  ['+49(0)15112345678', '+49 (0)15112345678'],
  ['+7 495 1234567', '+7 495 1234567'],
  ['+971501234567', '+971 501234567'],
  ['00442079460018', '00 44 2079460018'],
  ['0044 20 7946 0018', '00 44 20 7946 0018'],
  ['\u202A+4915112345678\u202C', '+49 15112345678'],
  ['＋４９15112345678', '+49 15112345678'],
  ['015112345678', '015 112345678'],
  ['2025550147', '202 5550147'],
  ['(2025550147)', '202 5550147'],
  ['030/1234567', '030 1234567'],
  // A French spreadsheet reads groups of three as thousands.
  ['+33 612 345 678', '+33 612345678'],
  ['202 555 014', '202 555014'],
  ['112', '112'],
  ['0112', '011 2'],
  ['012', "'012"],
  ['+44 20 7946 0018 ext. 2', "'+44 20 7946 0018 ext. 2"],
  ['=1+1', "'=1+1"],
  ['+1+cmd|calc', "'+1+cmd|calc"],
  ['', ''],
])('the phone number %j is written as %j', (phone, text) => {
  expect(written({ phone })).toBe(text);
});
