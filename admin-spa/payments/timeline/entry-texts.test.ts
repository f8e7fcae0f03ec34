import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/purchases/timeline.ts';
import { authorOf, detailsOf, rawWords, sourceOf, titleOf } from './entry-texts.ts';

const at = '2026-11-20T10:00:00Z';
const money = { minor: 999, currency: 'EUR' };

test.each<[TimelineEntry, [string, string, string | null, string | null, string[]]]>([
  [
    { kind: 'notification', at, type: 'DID_RENEW', receivedAt: null, byReconciliation: true },
    [
      'store',
      'Store notification',
      'DID_RENEW',
      null,
      ['It wasn’t delivered. The daily reconciliation found it.'],
    ],
  ],
  [
    { kind: 'question', at, answer: 'purchase', rawState: '1 active', times: 1, since: at },
    ['server', 'The store answered', '1 active', null, []],
  ],
  [
    { kind: 'question', at, answer: 'not_now', rawState: 'it answered 503', times: 3, since: at },
    ['server', 'The store couldn’t be asked', null, null, ['It answered 503.']],
  ],
  [
    {
      kind: 'check',
      at,
      by: 'Ada',
      outcome: 'still_failing',
      message: 'On hold.',
      rawState: 'ON_HOLD',
      notes: 'Asked.',
    },
    ['person', 'Checked by an administrator', 'ON_HOLD', 'Ada', ['On hold.', '“Asked.”']],
  ],
  [
    {
      kind: 'check',
      at,
      by: 'Ada',
      outcome: 'store_unreachable',
      message: 'No.',
      rawState: 'it answered 503',
      notes: null,
    },
    ['person', 'Checked by an administrator', null, 'Ada', ['No.']],
  ],
  [{ kind: 'failure', at, message: null }, ['failure', 'Renewal failed', null, null, []]],
  [
    { kind: 'charge', at, amount: money, order: 'GPA.1', isRecovery: true },
    ['money', 'Charged €9.99', 'GPA.1', null, ['It paid for a renewal that had failed.']],
  ],
  [{ kind: 'refund', at, amount: null, order: 'GPA.2' }, ['money', 'Refunded', 'GPA.2', null, []]],
  [
    { kind: 'reminder', at, by: 'Ada', stage: 'grace_period' },
    ['person', 'Reminder sent to the customer', null, 'Ada', ['During the grace period.']],
  ],
  [
    { kind: 'courtesy', at, by: 'Ada', until: '2026-12-01', reason: 'A wait.' },
    ['person', 'Access granted until 01/12/2026', null, 'Ada', ['A wait.']],
  ],
  [{ kind: 'courtesy-end', at }, ['person', 'Granted access revoked', null, null, []]],
  [{ kind: 'note', at, by: 'Ada', text: 'Called.' }, ['person', 'Note', null, 'Ada', ['Called.']]],
])('%j', (entry, words) => {
  expect([sourceOf(entry), titleOf(entry), rawWords(entry), authorOf(entry), detailsOf(entry)]).toEqual(
    words,
  );
});
