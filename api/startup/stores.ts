import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.ts';
import type { Database } from '../db/schema.ts';
import type { Stores } from '../purchases/ask-purchase.ts';
import { createSandboxConnection } from '../stores/sandbox/connection.ts';
import { throttle } from '../stores/throttle.ts';

type Services = { db: Kysely<Database>; clock: () => Date; log: Logger };

/** The sandbox as both stores. */
export function openSandbox({ db, clock }: Pick<Services, 'db' | 'clock'>): Stores {
  const open = () => throttle(createSandboxConnection(db, clock), clock);
  return { ios: open(), android: open() };
}

/** The connection to each store that is set up; the sandbox for the other. */
export async function openStores(
  { apple }: Pick<Environment, 'apple'>,
  { db, clock, log }: Services,
): Promise<Stores> {
  const sandbox = openSandbox({ db, clock });
  if (!apple) return sandbox;
  // Its libraries take a sixth of a second to load.
  const { createAppleConnection } = await import('../stores/apple/connection.ts');
  return { ...sandbox, ios: throttle(createAppleConnection(apple, { clock, log }), clock) };
}
