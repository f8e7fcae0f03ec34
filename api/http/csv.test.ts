import { expect, test } from 'vitest';
import { unescapeFormula } from '#recipe-reader/own-export.ts';
import { escapeFormula } from './csv.ts';

test.each([
  '=1+1',
  '+1+cmd|calc',
  '-2+A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '+SUM(1)',
  "'=1",
  "'-5",
  '-5\n=1',
  '+44 20 7946 0018 ext. 2',
])('%j is escaped, and the same when it is read', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
  expect(unescapeFormula(escapeFormula(text))).toBe(text);
});

test.each(['-5', '-5.25', '+1,000.50', '+44 20 7946 0018', '+1 (202) 555-0100', '-', "it's", '', '5'])(
  '%j stays as it is typed',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);
