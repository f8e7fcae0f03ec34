import { sql } from 'kysely';
import type { Platform } from '../db/payment-tables.ts';
import type { JobQueue } from '../jobs/worker.ts';
import { type AskServices, askStore, describeFault, writeAnswer } from './ask-purchase.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After the last one a reconciliation or a notification makes the purchase due again. */
const backoffMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** Longer than that of a call: a first question reads every order of years. */
const STORE_TIMEOUT_MS = 90_000;

class NotNow extends Error {
  readonly retryAt: Date | null;

  constructor(because: string, retryAt: Date | null) {
    super(because);
    this.retryAt = retryAt;
  }
}

/** The purchases of one store that are due: each is asked about, and the answer is written. */
export function createPurchaseQueue(services: AskServices, platform: Platform): JobQueue<'purchases'> {
  return {
    table: 'purchases',
    isKept: true,
    backoffMs,
    only: sql<boolean>`platform = ${platform}`,
    pausedUntil: services.stores[platform].pausedUntil,
    describe: ({ id }) => ({ purchaseId: id, platform }),
    describeFailure,
    work: async (purchase, signal) => {
      const asked = await askStore(services, purchase, { stopping: signal, timeoutMs: STORE_TIMEOUT_MS });
      if (signal.aborted) return 'stopped';
      await services.db.transaction().execute((transaction) => writeAnswer(transaction, asked, null));
      if (asked.answer.kind === 'not_now') throw new NotNow(asked.answer.because, asked.answer.until);
      return 'done';
    },
  };
}

/** Messages of other errors may quote a purchase token. */
function describeFailure(error: unknown) {
  if (error instanceof NotNow) return { summary: error.message, isPermanent: false, retryAt: error.retryAt };
  return { summary: describeFault(error), isPermanent: false };
}
