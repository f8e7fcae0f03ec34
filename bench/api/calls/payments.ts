import { failedPayments, RETRY_NOTES, retryPayment } from '#contract/payments.ts';
import { subscriptionStatistics } from '#contract/statistics.ts';
import { pick } from '../samples.ts';
import { type Call, call } from './call.ts';

export const paymentCalls: readonly Call[] = [
  call(subscriptionStatistics, () => ({})),
  call(failedPayments, () => ({})),
  call(retryPayment, ({ samples }, turn) => ({
    parameters: { id: pick(samples.payments, turn) },
    body: { notes: RETRY_NOTES },
  })),
];
