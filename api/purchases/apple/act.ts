import { ExtendReasonCode } from '@apple/app-store-server-library';
import * as v from 'valibot';
import type { ActAtStore } from '../store.ts';
import { date } from './answers.ts';
import { AppleFault, callApple } from './fault.ts';
import { type AppleServices, openSession } from './session.ts';

const causes = {
  satisfaction: ExtendReasonCode.CUSTOMER_SATISFACTION,
  service_issue: ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE,
  other: ExtendReasonCode.OTHER,
} as const;

const extensionSchema = v.object({ success: v.boolean(), effectiveDate: v.optional(date) });

/** App Store Server API, Extend a Subscription Renewal Date. Apple has no call for anything else. */
export function createAct(services: AppleServices): ActAtStore {
  return async (request, signal) => {
    if (request.kind !== 'extend') return { kind: 'refused', because: 'it has no such call' };
    const { key, environment, days, cause, requestId } = request;
    try {
      const { client } = openSession(services, environment, signal);
      const body = { extendByDays: days, extendReasonCode: causes[cause], requestIdentifier: requestId };
      const { success } = await callApple(client.extendSubscriptionRenewalDate(key, body), extensionSchema);
      return success ? { kind: 'done' } : { kind: 'refused', because: 'it didn’t extend the subscription' };
    } catch (error) {
      if (!(error instanceof AppleFault)) throw error;
      const { answer, status } = error;
      if (answer.kind !== 'not_now') return { kind: 'refused', because: answer.raw };
      return status !== null && status < 500 ? { kind: 'refused', because: answer.because } : answer;
    }
  };
}
