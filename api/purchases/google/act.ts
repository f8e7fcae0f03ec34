import * as v from 'valibot';
import type { ActAtStore, StoreActRequest } from '../store.ts';
import { isPathPart, postGoogle, readGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import type { GoogleServices, GoogleSession } from './session.ts';

const DAY_SECONDS = 86_400;

/** Google Play Developer API: subscriptionsv2.defer, cancel and revoke, and orders.refund. */
export function createAct(services: GoogleServices): ActAtStore {
  return async (request, signal) => {
    try {
      await call({ ...services, signal }, request);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof GoogleFault)) throw error;
      const { answer, status } = error;
      if (answer.kind !== 'not_now') return { kind: 'refused', because: `it answered ${answer.raw}` };
      return status !== null && status < 500 ? { kind: 'refused', because: answer.because } : answer;
    }
  };
}

const etagSchema = v.object({ etag: v.optional(v.string()) });

async function call(session: GoogleSession, request: StoreActRequest): Promise<void> {
  if (!isPathPart(request.key))
    throw new GoogleFault({ kind: 'never_known', raw: 'this isn’t a purchase token' });
  const path = `purchases/subscriptionsv2/tokens/${encodeURIComponent(request.key)}`;
  switch (request.kind) {
    case 'defer': {
      // Google refuses a deferral of a subscription that has changed since it was read.
      const { etag } = await readGoogle(session, path, etagSchema);
      const deferDuration = `${request.days * DAY_SECONDS}s`;
      return postGoogle(session, `${path}:defer`, {
        deferralContext: { etag, deferDuration, validateOnly: false },
      });
    }
    case 'cancel':
      // The customer can take it back in Google Play, as after a cancellation of their own.
      return postGoogle(session, `${path}:cancel`, {
        cancellationContext: { cancellationType: 'USER_REQUESTED_STOP_RENEWAL' },
      });
    case 'revoke':
      return postGoogle(session, `${path}:revoke`, {
        revocationContext: request.refund === 'full' ? { fullRefund: {} } : { proratedRefund: {} },
      });
    case 'refund':
      return postGoogle(session, `orders/${encodeURIComponent(request.order)}:refund?revoke=false`, {});
    case 'extend':
      throw new GoogleFault({ kind: 'never_known', raw: 'it has no such call' });
  }
}
