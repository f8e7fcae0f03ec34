import { expect, test } from 'vitest';
import { matchKey } from './find-ids.ts';

test('lists of the same payments share their count, and no others do', () => {
  const key = matchKey({ keyword: 'mia', access: 'no' });
  expect(matchKey({ access: 'no', keyword: 'mia', page: 3, pageSize: 5, sort: 'email', order: 'desc' })).toBe(
    key,
  );
  const others = [
    { keyword: 'mia' },
    { keyword: 'mia', access: 'yes' },
    { keyword: 'max', access: 'no' },
  ] as const;
  expect(new Set([key, ...others.map(matchKey)]).size).toBe(4);
});
