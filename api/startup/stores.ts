import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Stores } from '../purchases/ask-purchase.ts';
import { createSandboxConnection } from '../stores/sandbox/connection.ts';
import { throttle } from '../stores/throttle.ts';

/** The connection to each store; the sandbox for a store that is not set up. */
export function openStores(db: Kysely<Database>, clock: () => Date): Stores {
  const open = () => throttle(createSandboxConnection(db, clock), clock);
  return { ios: open(), android: open() };
}
