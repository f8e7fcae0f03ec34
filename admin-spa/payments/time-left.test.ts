import { expect, test } from 'vitest';
import { daysLeft, deadlineText } from './AccessAndDeadline.tsx';

const at = (day: number, hour: number) => new Date(2026, 9, day, hour);

test.each([
  // Clocks may go back an hour on the 25th.
  [at(12, 9), at(25, 23), '13 days left'],
  [at(24, 23), at(26, 1), '2 days left'],
  [at(20, 23), at(21, 1), '1 day left'],
  [at(20, 9), at(20, 23), 'Ends today'],
  [at(20, 9), at(20, 8), 'Over'],
  [at(20, 9), at(3, 8), 'Over'],
])('from %s to %s: %s', (now, end, expected) => {
  expect(daysLeft(end.toISOString(), now)).toBe(expected);
});

test.each([
  ['said', 'Until 20/10/2026'],
  ['at_least', 'At least until 20/10/2026'],
  ['computed', 'By 20/10/2026 at the latest'],
] as const)('a deadline that is %s', (certainty, text) => {
  expect(deadlineText({ at: at(20, 9).toISOString(), certainty })).toBe(text);
});
