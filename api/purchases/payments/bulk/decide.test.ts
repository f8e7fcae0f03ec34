import { expect, test } from 'vitest';
import { decide } from './decide.ts';

const now = new Date('2026-11-20T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const row = { checkId: 'ours', startedAt: minutesAgo(1), waitedSince: null };
const unchecked = {
  isDeleted: false,
  ...{ recovered_at: null, check_id: null, checking_since: null },
  ...{ last_outcome: null, last_message: null, last_checked_at: null },
  ...{ recoveredBy: null, checkedBy: null },
} as const;

const checked = (last_outcome: 'still_failing' | 'not_retryable' | 'store_unreachable', minutes: number) => ({
  ...unchecked,
  last_outcome,
  last_message: 'The store said so.',
  last_checked_at: minutesAgo(minutes),
});
const recovered = {
  ...unchecked,
  recovered_at: new Date('2026-11-19T08:30:00Z'),
  last_outcome: 'recovered',
  last_message: 'The store has received the payment.',
} as const;

test.each([
  ['never checked', unchecked],
  ['checked more than five minutes ago', checked('still_failing', 5)],
  ['the store did not answer', checked('store_unreachable', 1)],
  ['a final outcome of a day ago', checked('not_retryable', 24 * 60)],
  ['a check that was abandoned', { ...unchecked, check_id: 'other', checking_since: minutesAgo(1) }],
  ['our own check, of a server that was killed', { ...unchecked, check_id: 'ours', checking_since: now }],
])('is asked: %s', (_, payment) => {
  expect(decide(payment, row, now)).toEqual({ kind: 'ask' });
});

test('a check that runs is waited for, and its outcome is taken over, whatever it is', () => {
  const since = new Date(now.getTime() - 59_000);
  const running = { ...checked('still_failing', 90), check_id: 'other', checking_since: since };
  expect(decide(running, row, now)).toEqual({ kind: 'wait', since });
  const waited = { ...row, waitedSince: since };
  expect(decide(checked('store_unreachable', 0), waited, now)).toEqual({
    kind: 'end',
    result: 'store_unreachable',
    message: 'Checked a moment ago by the server. The store said so.',
  });
  expect(decide(checked('store_unreachable', 2), waited, now)).toEqual({ kind: 'ask' });
});

test('an answer of the last five minutes is taken over, with the name of who asked', () => {
  const payment = { ...checked('still_failing', 4), checkedBy: 'Ada King (ada@example.com)' };
  expect(decide(payment, row, now)).toEqual({
    kind: 'end',
    result: 'still_failing',
    message: 'Checked a moment ago by Ada King (ada@example.com). The store said so.',
  });
});

test('a final outcome is not asked about again within a day', () => {
  expect(decide(checked('not_retryable', 24 * 60 - 1), row, now)).toEqual({
    kind: 'end',
    result: 'skipped',
    message: 'The store isn’t asked twice in a day. The store said so.',
  });
});

test('a recovered payment is skipped, with when and by whom', () => {
  const skipped = (recoveredBy: string | null) => decide({ ...recovered, recoveredBy }, row, now);
  expect(skipped('Ada King')).toEqual({
    kind: 'end',
    result: 'skipped',
    message: 'Already recovered on 19/11/2026 at 08:30 UTC by Ada King.',
  });
  expect(skipped(null)).toMatchObject({ message: expect.stringMatching(/UTC by the store\.$/) });
});

test('what a colleague recovered during the retry is recovered here too', () => {
  const payment = { ...recovered, last_checked_at: now, checkedBy: 'Ada King' };
  expect(decide(payment, row, now)).toMatchObject({
    result: 'recovered',
    message: 'Checked a moment ago by Ada King. The store has received the payment.',
  });
});

test('a payment of a deleted account is skipped', () => {
  expect(decide({ ...unchecked, isDeleted: true }, row, now)).toMatchObject({ result: 'skipped' });
});
