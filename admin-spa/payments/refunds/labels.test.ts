import { expect, test } from 'vitest';
import type { RefundRequest } from '#contract/refunds.ts';
import {
  factTexts,
  historyText,
  isUrgent,
  obstacleText,
  preferencesOf,
  preferenceText,
  reasonText,
  ruleOutlook,
  ruleText,
  sentText,
  standingOf,
  timeLeft,
  wholeHistoryText,
} from './labels.ts';

const now = new Date(2026, 10, 27, 12, 0);
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

const request: RefundRequest = {
  ...{ id: 1, store: 'android', userId: 7, name: 'Ada King', email: 'ada@example.com' },
  ...{ productId: 'monthly', order: 'GPA.1', amount: { minor: 999, currency: 'USD' }, storeReason: '7' },
  ...{ askedAt: inMinutes(-60), answerDueAt: inMinutes(300), state: 'open', obstacle: null },
  ...{ answer: null, decidedAt: null, facts: null, history: null },
};
const answer = {
  ...{ preference: 'decline' as const, at: inMinutes(-5), by: 'Grace Hopper' },
  ...{ byRule: false, sentAt: null, problem: null },
};

test.each([
  [-1, 'Over'],
  [0, 'Less than 1 min left'],
  [45, '45 min left'],
  [120, '2 h left'],
  [200, '3 h 20 min left'],
  [1439, '23 h 59 min left'],
])('%i minutes before the end: %s', (minutes, text) => {
  expect(timeLeft({ answerDueAt: inMinutes(minutes) }, now)).toBe(text);
});

test.each([
  [121, {}, false],
  [120, {}, true],
  [1, { state: 'sending' as const }, true],
  [1, { state: 'answered' as const }, false],
  [1, { obstacle: 'no_consent' as const }, false],
  [1, { obstacle: 'unknown_purchase' as const }, true],
  [0, {}, false],
])('with %i minutes left and %o: urgent is %s', (minutes, values, expected) => {
  expect(isUrgent({ ...request, answerDueAt: inMinutes(minutes), ...values }, now)).toBe(expected);
});

test.each<[Partial<RefundRequest>, string, string]>([
  [{}, 'Open', ''],
  [{ answerDueAt: inMinutes(0) }, 'Too late', 'Nothing was sent'],
  [{ obstacle: 'no_consent' }, 'Can’t be answered', 'No consent'],
  [{ state: 'sending', answer }, 'Being sent', 'Refuse the refund, by Grace Hopper'],
  [{ state: 'answered', answer }, 'Answered', 'Refuse the refund, by Grace Hopper'],
  [{ state: 'answered', answer: { ...answer, by: null } }, 'Answered', 'Refuse the refund'],
  [
    { state: 'answered', answer: { ...answer, by: null, byRule: true } },
    'Answered by rule',
    'Refuse the refund',
  ],
  [{ state: 'refused', answer }, 'Answer refused', 'Refuse the refund, by Grace Hopper'],
  [{ state: 'unanswered' }, 'Too late', 'Nothing was sent'],
  [{ state: 'unanswered', obstacle: 'no_order' }, 'Not answered', 'No order named'],
  [{ state: 'granted' }, 'Refunded', 'Not answered'],
  [
    { state: 'declined', answer: { ...answer, by: null, byRule: true } },
    'Refund refused',
    'Refuse the refund, by rule',
  ],
  [{ state: 'reversed', answer }, 'Refund taken back', 'Refuse the refund, by Grace Hopper'],
])('%o is %s', (values, word, detail) => {
  expect(standingOf({ ...request, ...values }, now)).toMatchObject({ word, detail });
});

test('the reason of each store has words, and an unknown one is shown as sent', () => {
  const words = (store: RefundRequest['store'], storeReason: string | null) =>
    reasonText({ store, storeReason });
  expect(words('ios', 'UNINTENDED_PURCHASE')).toBe('Didn’t mean to buy it');
  expect(words('ios', 'toString')).toBe('toString');
  expect(words('ios', '7')).toBe('7');
  expect(words('android', '7')).toBe('Chargeback');
  expect(words('android', '3')).toBe('Reason 3');
  expect(words('android', null)).toBe('No reason given');
});

const rules = { ios: 'no_preference', android: 'no_preference' } as const;

test('what the rule does, and when', () => {
  expect(ruleOutlook(request, rules, now)).toBe(
    'No one has to do anything: at 14:00 we tell Google that we have no preference, with the facts. An answer before that wins.',
  );
  const apple = { ...request, store: 'ios' as const };
  expect(ruleOutlook(apple, { ...rules, ios: 'decline' }, now)).toContain(
    'at 16:00 we tell Apple that we’d rather refuse the refund',
  );
  expect(ruleOutlook({ ...request, answerDueAt: inMinutes(1_000) }, rules, now)).toContain(
    'tomorrow at 01:40 we tell Google',
  );
  expect(ruleOutlook({ ...request, answerDueAt: inMinutes(100) }, rules, now)).toMatch(/^It’s time: we’re/);
  expect(ruleOutlook(request, { ...rules, android: 'no_answer' }, now)).toBe(
    'If no one answers, nothing is sent, and Google decides without us.',
  );
  expect(ruleText('ios', 'grant')).toBe(
    'Apple gives 12 hours. An hour before they end, we tell Apple that we’d rather grant the refund, with the facts. Only customers who agreed to it are answered for.',
  );
  expect(ruleText('android', 'no_answer')).toBe(
    'Google gives 24 hours. If no one answers, Google decides without us.',
  );
});

test('only Apple gives back a part, and every answer says what it means', () => {
  expect(preferencesOf('android')).not.toContain('grant_prorated');
  const texts = preferencesOf('ios').map((one) => preferenceText(one, 'ios'));
  expect(new Set(texts).size).toBe(4);
  expect(obstacleText('no_consent', 'ios')).toMatch(/Nothing is sent, and Apple decides without us\.$/);
});

test('facts and history say only what is known', () => {
  expect(factTexts({ delivered: true, usedDays: 12, paidDays: 30, hadTrial: false })).toEqual([
    'The customer got what they paid for',
    '12 of 30 days used',
    'No free trial came before',
  ]);
  expect(factTexts({ delivered: false, usedDays: 0, paidDays: 1, hadTrial: true })[1]).toBe(
    '0 of 1 day used',
  );
  const facts = { delivered: true, usedDays: 12, paidDays: 30, hadTrial: true };
  expect(sentText('ios', facts)).toBe(
    'Apple also gets two facts: that the purchase was delivered, and that a free trial came before.',
  );
  expect(sentText('android', { ...facts, hadTrial: false })).toBe(
    'Google also gets two facts: that 12 of 30 days are used, and that no free trial came before.',
  );
  const none = { charges: 0, refunds: 0, courtesies: 0, requests: 0 };
  expect(historyText(none)).toBe('First charge');
  expect(wholeHistoryText({ ...none, charges: 1, requests: 2 })).toBe(
    '1 other charge, no refunds, no courtesy accesses, 2 other refund requests.',
  );
  expect(wholeHistoryText(none)).toMatch(/^No other charges, /);
  expect(historyText({ charges: 3, refunds: 1, courtesies: 2, requests: 1 })).toBe(
    '3 other charges, 1 refund, 2 courtesy accesses, 1 earlier request',
  );
});
