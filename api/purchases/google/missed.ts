import type { StoreConnection } from '../store.ts';
import { voidedPurchasesSchema } from './answers.ts';
import { readGoogle } from './client.ts';
import type { GoogleServices } from './session.ts';

const HOUR_MS = 3_600_000;
/** Google keeps 30 days. An hour less, because it refuses an earlier start. */
const HISTORY_MS = 30 * 24 * HOUR_MS - HOUR_MS;

/**
 * Refunds and chargebacks since then. Google keeps no other notifications. Throws GoogleFault if it does not answer.
 */
export function createReadMissed(services: GoogleServices): StoreConnection['readMissed'] {
  return async function* (since, signal) {
    const session = { ...services, signal };
    const now = services.clock().getTime();
    const startTime = String(Math.max(since.getTime(), now - HISTORY_MS));
    let token: string | undefined;
    do {
      // Without the type Google leaves out subscriptions.
      const query = new URLSearchParams({ type: '1', startTime, ...(token ? { token } : {}) });
      const page = await readGoogle(session, `purchases/voidedpurchases?${query}`, voidedPurchasesSchema);
      for (const voided of page.voidedPurchases) {
        const { orderId, purchaseToken, voidedTimeMillis: at, voidedReason } = voided;
        yield {
          platform: 'android',
          id: `voided:${orderId}:${at.getTime()}`,
          type: `VOIDED_PURCHASE (reason ${voidedReason})`,
          at,
          environment: 'production',
          purchase: { key: purchaseToken, productId: null, accountToken: null },
          orders: [orderId],
          payload: { ...voided, voidedTimeMillis: at.getTime() },
        };
      }
      token = page.tokenPagination?.nextPageToken;
    } while (token);
  };
}
