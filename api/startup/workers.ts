import type { SlowAnswers } from '../db/keep-slow-answers.ts';
import { getAbsoluteApiUrl, getStoredPicture } from '../db/picture-urls.ts';
import { createImportQueue } from '../imports/import-queue.ts';
import { startWorker, type Worker, type WorkerServices } from '../jobs/worker.ts';
import { type ComposeMail, startMailQueue } from '../mail/queue.ts';
import type { Transport } from '../mail/transport.ts';
import type { AskServices } from '../purchases/ask-purchase.ts';
import { createRetryQueue } from '../purchases/payments/bulk/retry-queue.ts';
import { createPurchaseQueue } from '../purchases/queue.ts';
import { createRefundQueue } from '../purchases/refunds/queue.ts';
import { createBulkQueue } from '../recipes/bulk/bulk-queue.ts';

type Options = WorkerServices &
  Pick<AskServices, 'stores'> & {
    transport: Transport;
    compose: ComposeMail;
    publicApiUrl: string;
    siteUrl: string;
    /** Cleared after the work that administrators start, which changes what they count. */
    slowAnswers: Pick<SlowAnswers, 'clear'>;
  };

export type Workers = {
  mails: Worker;
  imports: Worker;
  bulkChanges: Worker;
  bulkRetries: Worker;
  purchases: Worker;
  refunds: Worker;
  stop: () => Promise<void>;
};

/** A worker for each kind of job, so that a long import delays no mail. */
export function startWorkers({
  transport,
  compose,
  publicApiUrl,
  siteUrl,
  stores,
  slowAnswers,
  ...services
}: Options): Workers {
  const mails = startMailQueue({ ...services, transport, compose });
  const apiUrl = getAbsoluteApiUrl(publicApiUrl, siteUrl);
  // An export of ours has the full address.
  const toStoredPicture = (url: string | null) =>
    getStoredPicture(publicApiUrl, getStoredPicture(apiUrl, url));
  const onEnd = slowAnswers.clear;
  const imports = startWorker(services, { ...createImportQueue({ ...services, toStoredPicture }), onEnd });
  const bulkChanges = startWorker(services, { ...createBulkQueue(services), onEnd });
  const bulkRetries = startRetryWorkers({ ...services, stores }, onEnd);
  const purchases = startPurchaseWorkers({ ...services, stores });
  const refunds = startRefundWorkers({ ...services, stores });
  const workers = [mails, imports, bulkChanges, bulkRetries, purchases, refunds];
  return {
    mails,
    imports,
    bulkChanges,
    bulkRetries,
    purchases,
    refunds,
    stop: together(workers).stop,
  };
}

const platforms = ['ios', 'android'] as const;

function startRefundWorkers(services: AskServices): Worker {
  return together(platforms.map((platform) => startWorker(services, createRefundQueue(services, platform))));
}

/** A store answers in half a second or more; one after the other would take days for all that is open. */
const QUESTIONS_AT_ONCE = 4;

/** Each store has a worker of its own, so that a slow store delays no other. */
function startPurchaseWorkers(services: AskServices): Worker {
  return together(
    platforms.flatMap((platform) =>
      Array.from({ length: QUESTIONS_AT_ONCE }, () =>
        startWorker(services, createPurchaseQueue(services, platform)),
      ),
    ),
  );
}

/** A long retry must not delay the short one of a colleague. */
const RETRIES_AT_ONCE = 3;

function startRetryWorkers(services: AskServices, onEnd: () => void): Worker {
  return together(
    Array.from({ length: RETRIES_AT_ONCE }, () =>
      startWorker(services, { ...createRetryQueue(services), onEnd }),
    ),
  );
}

function together(workers: readonly Worker[]): Worker {
  return {
    wake: () => {
      for (const worker of workers) worker.wake();
    },
    stop: async () => void (await Promise.all(workers.map(({ stop }) => stop()))),
  };
}
