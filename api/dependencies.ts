import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Environment } from './config/environment.ts';
import type { Database } from './db/schema.ts';
import type { MailQueue } from './mail/queue.ts';
import type { AskStore } from './payments/store.ts';
import type { SiteFile } from './site/files.ts';

/** What the application is made of; tests hand in their own clock, mailer and stores. */
export type Dependencies = {
  db: Kysely<Database>;
  /** For /healthz alone: its own connection, beside the pool of the calls. */
  healthDb: Kysely<Database>;
  log: Logger;
  clock: () => Date;
  askStore: AskStore;
  mails: Pick<MailQueue, 'wake'>;
  environment: Pick<Environment, 'allowedOrigins' | 'publicApiUrl' | 'trustedProxies'>;
  /** The static export by address; empty where another server serves it. */
  site: ReadonlyMap<string, SiteFile>;
};
