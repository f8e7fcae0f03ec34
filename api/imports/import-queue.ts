import { createBackgroundQueue } from '../jobs/background.ts';
import type { JobQueue, WorkerServices } from '../jobs/worker.ts';
import { importRecipes } from './import-recipes.ts';
import { endAbandonedReading, readFiles } from './read-files.ts';
import { recipeImport, type StoredImport } from './records.ts';
import { recordPartialWork } from './run.ts';
import { undoRecipes } from './undo-recipes.ts';

type Services = WorkerServices & { toStoredPicture: (url: string | null) => string | null };

/** Imports are kept when they are done: housekeeping deletes them after 30 days. */
export function createImportQueue(services: Services): JobQueue<'background_jobs'> {
  return createBackgroundQueue(recipeImport, {
    endAbandoned: async ({ id, state }) => {
      if (state !== 'reading') return false;
      await endAbandonedReading(services.db, id);
      services.log.error({ importId: id }, 'a server stopped while it read the files of an import');
      return true;
    },
    recordPartialWork: (found) => recordPartialWork(services.db, found, services.clock()),
    work: async (found, signal) => ((await work(services, found, signal)) ? 'done' : 'stopped'),
  });
}

async function work(services: Services, found: StoredImport, signal: AbortSignal): Promise<boolean> {
  switch (found.state) {
    case 'reading':
      return readFiles(services, found.id, signal);
    case 'importing':
    // A stop before the work was done: its audit entry is missing.
    case 'stopped':
      return importRecipes(services, found, signal);
    case 'undoing':
      return undoRecipes(services, found, signal);
    default:
      return true;
  }
}
