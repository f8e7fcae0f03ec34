import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readPaymentChecks } from '#contract/payments/checks.ts';
import { paymentChecksKey } from './payment-queries.ts';

/** Only if the provider offers the checks. */
export function paymentChecksQuery(id: string | number) {
  return queryOptions({
    queryKey: [...paymentChecksKey, String(id)],
    queryFn: ({ signal }) => call(readPaymentChecks, { parameters: { id }, signal }),
  });
}
