import * as v from 'valibot';
import type { AnswerRefund } from '../store.ts';
import { isPathPart, postGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import type { GoogleServices } from './session.ts';

/**
 * Google Play Developer API, orders.reviewrefund. It records the first call for a question and answers later ones with OK,
 * too.
 */
export function createAnswerRefund(services: GoogleServices): AnswerRefund {
  return async ({ order, body }, signal) => {
    if (!isPathPart(order)) return { kind: 'refused', because: 'this isn’t an order number' };
    try {
      const path = `orders/${encodeURIComponent(order)}:reviewrefund`;
      await postGoogle({ ...services, signal }, path, v.parse(v.looseObject({}), JSON.parse(body)));
      return { kind: 'accepted' };
    } catch (error) {
      if (!(error instanceof GoogleFault)) throw error;
      const { answer, status } = error;
      if (answer.kind !== 'not_now') return { kind: 'refused', because: `it answered ${answer.raw}` };
      return status !== null && status < 500 ? { kind: 'refused', because: answer.because } : answer;
    }
  };
}
