import type { Logger } from 'pino';
import { deletion } from '#brand/deletion.ts';
import { deleteUnconfirmedRequests } from '../accounts/deletion.ts';
import { eraseDueAccounts } from '../accounts/erasure.ts';
import type { Db } from '../db/schema.ts';
import { removeOldJobs } from '../jobs/background.ts';
import { removeUnusedPictures } from '../pictures/uploaded-pictures.ts';
import { dropOldQuestions } from '../purchases/questions.ts';
import { dropOldPayloads } from '../purchases/reconcile.ts';
import { dropOldTombstones } from '../recipes/catalog.ts';
import { removeDeletedRecipes } from '../recipes/states.ts';

const DAY_MS = 86_400_000;

type HousekeepingStep = (db: Db, now: Date, log: Logger) => Promise<unknown>;

const steps: Readonly<Record<string, HousekeepingStep>> = {
  'erase accounts': eraseDueAccounts,
  'drop unconfirmed requests': deleteUnconfirmedRequests,
  'remove deleted recipes': removeDeletedRecipes,
  'drop old tombstones': dropOldTombstones,
  'remove old jobs': removeOldJobs,
  // It comes after the steps that remove the recipes and versions with these pictures.
  'remove unused pictures': removeUnusedPictures,
  'drop access tokens': (db, now) => db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute(),
  'drop challenges of sign-ins': (db, now) =>
    db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute(),
  'drop challenges of passkeys': (db, now) =>
    db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute(),
  // Deletes their refresh tokens too (cascade).
  'drop sessions': (db, now) => db.deleteFrom('sessions').where('expires_at', '<=', now).execute(),
  'drop payloads of notifications': dropOldPayloads,
  'drop questions to the stores': dropOldQuestions,
  'drop limits': (db, now) => db.deleteFrom('limits').where('forget_at', '<=', now).execute(),
  'drop mails': (db, now) =>
    db
      .deleteFrom('mails')
      .where('given_up_at', '<', new Date(now.getTime() - deletion.undeliveredMailDays * DAY_MS))
      .execute(),
};

/** A failed step is logged, and the next round retries it. */
export async function runHousekeeping(db: Db, now: Date, log: Logger): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    try {
      await work(db, now, log);
    } catch (error) {
      log.error({ err: error, step }, 'A step of housekeeping failed; the next round tries again.');
    }
  }
}

const STOP_TIMEOUT_MS = 5_000;

/** Runs now, then `intervalMs` after each end. `stop` waits up to 5 s for the running task. */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = run();

  async function run(): Promise<void> {
    await task().catch(onError);
    if (!isStopped) timer = setTimeout(start, intervalMs);
  }

  function start(): void {
    running = run();
  }

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
    },
  };
}
