import { getStoredPicture } from '../db/picture-urls.ts';
import { createImportQueue } from '../imports/queue/import-queue.ts';
import { startWorker, type Worker, type WorkerServices } from '../jobs/worker.ts';
import type { ComposeMail } from '../mail/queue.ts';
import { startMailQueue } from '../mail/queue.ts';
import type { Transport } from '../mail/transport.ts';
import { createBulkQueue } from '../recipes/bulk/bulk-queue.ts';

type Options = WorkerServices & { transport: Transport; compose: ComposeMail; publicApiUrl: string };

export type Workers = { mails: Worker; imports: Worker; bulkChanges: Worker; stop: () => Promise<void> };

/** A worker for each kind of job, so that a long import delays no mail. */
export function startWorkers({ transport, compose, publicApiUrl, ...services }: Options): Workers {
  const mails = startMailQueue({ ...services, transport, compose });
  const toStoredPicture = (url: string | null) => getStoredPicture(publicApiUrl, url);
  const imports = startWorker(services, createImportQueue({ ...services, toStoredPicture }));
  const bulkChanges = startWorker(services, createBulkQueue(services));
  return {
    mails,
    imports,
    bulkChanges,
    stop: async () => void (await Promise.all([mails.stop(), imports.stop(), bulkChanges.stop()])),
  };
}
