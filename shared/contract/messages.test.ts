import { expect, test } from 'vitest';
import { readSources } from '#tests/architecture/sources.ts';
import * as messages from './messages.ts';

const file = 'shared/contract/messages.ts';
const sources = readSources();

test('no form and no route repeats one of the texts', () => {
  const texts = Object.values(messages)
    .flatMap((value) => (typeof value === 'object' ? Object.values(value) : [value]))
    .filter((value): value is string => typeof value === 'string' && value.includes(' '));
  expect(texts).toContain('Passwords do not match');
  const again = Object.entries(sources)
    .filter(
      ([name]) => /^(shared|src|admin-spa|api)\//.test(name) && !name.includes('.test.') && name !== file,
    )
    .flatMap(([name, text]) => texts.filter((one) => text.includes(one)).map((one) => `${name}: ${one}`));
  expect(again).toEqual([]);
});
