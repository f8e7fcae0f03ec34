import { expect, test } from 'vitest';
import { failedPayment } from '#contract/payments/records.ts';
import type { CheckState } from '../can-retry.ts';
import { nextSteps } from './next-step.ts';

const now = new Date('2026-06-07T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const checked = (outcome: string, hoursAgo = 1) => ({
  last_check: { outcome, message: 'Words.', at: inHours(-hoursAgo) },
});
const until = (hours: number) => ({ deadline: { at: inHours(hours), certainty: 'said' } });
const canRemind = { reminder: { isPossible: true, because: null, queuedAt: null, sentAt: null } };

test.each<[object, CheckState['state'], RegExp[]]>([
  [{}, 'unchecked', [/^Retry asks the App Store whether/]],
  [{ platform: null }, 'unchecked', [/^Retry asks the store whether/]],
  [canRemind, 'unchecked', [/^Retry asks/, /^Remind the customer/]],
  [{}, 'checking', [/^Wait a moment: the App Store is being asked/]],
  [{}, 'recovered', [/^Nothing: the payment has been recovered/]],
  [{ recovered_at: inHours(-1), ...checked('recovered') }, 'unchecked', [/^Nothing/]],
  [{}, 'failed', [/^Retry once more in a few minutes/]],
  [checked('store_unreachable'), 'unchecked', [/^Retry in a few minutes/]],
  [{ ...checked('still_failing'), ...until(30) }, 'unchecked', [/^The App Store keeps trying until /]],
  [checked('still_failing'), 'unchecked', [/^The App Store keeps trying, and/]],
  [{ ...checked('still_failing'), ...until(-1) }, 'unchecked', [/^The App Store has stopped trying/]],
  [until(-1), 'unchecked', [/^The App Store has stopped trying/]],
  [
    checked('not_retryable', 23),
    'unchecked',
    [/subscribe again\.$/, /^Retry opens again at .*, in case they do\.$/],
  ],
  [
    checked('not_retryable', 25),
    'unchecked',
    [/^The customer has to subscribe again\. If they have, Retry finds it/],
  ],
  [{ ended_at: inHours(-9), ...canRemind }, 'unchecked', [/^The customer has to subscribe again\./]],
])('%j, %s', (values, state, expected) => {
  const payment = failedPayment.read({ id: 1, platform: 'ios', ...values });
  if (!payment) throw new Error('The payment was not read.');
  const check = state === 'failed' ? ({ state, outcome: null } as const) : { state };
  const steps = nextSteps(payment, check as CheckState, now);
  expect(steps).toEqual(expected.map((text) => expect.stringMatching(text)));
});
