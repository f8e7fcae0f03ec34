import type { Logger } from 'pino';
import type { SecondFactorRequirement } from '#contract/second-factor.ts';
import type { Environment } from './config/environment.ts';
import type { SlowAnswers } from './db/keep-slow-answers.ts';
import type { Db } from './db/schema.ts';
import type { Worker } from './jobs/worker.ts';
import type { Stores } from './purchases/ask-purchase.ts';
import type { SiteFile } from './site/site-file.ts';

/** Tests pass their own clock, mailer and stores. */
export type Dependencies = {
  db: Db;
  /** A few connections for exports and work in the background, which must not keep calls waiting. */
  backgroundDb: Db;
  /** A separate connection, so that a busy pool does not fail /healthz. */
  healthDb: Db;
  /** Figures whose counting took long. */
  slowAnswers: SlowAnswers;
  log: Logger;
  clock: () => Date;
  stores: Stores;
  mails: Pick<Worker, 'wake'>;
  imports: Pick<Worker, 'wake'>;
  bulkChanges: Pick<Worker, 'wake'>;
  bulkRetries: Pick<Worker, 'wake'>;
  purchases: Pick<Worker, 'wake'>;
  refunds: Pick<Worker, 'wake'>;
  environment: Pick<Environment, 'allowedOrigins' | 'publicApiUrl' | 'trustedProxies'>;
  /** The address of the site: an export names its pictures in full. */
  siteUrl: string;
  /** A key of the app's backend with every scope; null: there is none but those in the database. */
  appBackendKey: string | null;
  /** Whether the published recipes are read without a key. */
  publicCatalog: boolean;
  /** Whether administrators may mail customers about a failed payment. */
  reminders: boolean;
  /** Whether administrators may have a second factor, or must. */
  secondFactor: SecondFactorRequirement;
  /** A session that wasn’t used for as long ends; 0: never. */
  idleMinutes: number;
  /** The data are invented: the console says what to try. */
  demo: boolean;
  /** They are listed by path; empty if another server serves the site. */
  site: ReadonlyMap<string, SiteFile>;
};
