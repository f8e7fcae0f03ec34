import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#api/db/schema.ts';
import { storeImport } from '#tests/api/imports/stored-import.ts';
import type { ScaledProduct } from '#tests/setup/scale/product.ts';
import { addSignedIn, addUsers, PASSWORD } from '../api/prepare/people.ts';
import { createClient } from '../api/server/client.ts';
import { type CheckedWrites, checkLedger, countHalfWrites } from './check.ts';
import { countFailedReads, keepLedger } from './ledger.ts';
import { createWriters, mailedAddresses } from './writers.ts';

export type KillFigures = {
  writes: CheckedWrites[];
  /** Rows that a transaction cut in two would leave. */
  halfWrites: number;
  reads: { reads: number; failed: number };
  /** Failed answers by status. */
  reasons: Record<string, number>;
  imports: { count: number; rows: number; unfinished: number };
  /** From the kill until another server worked on the import of the killed one, and until all were done. */
  takeoverSeconds: number;
  doneSeconds: number;
};

const USER_WRITERS = 8;
/** An import for each server, so that the killed one has work whichever it is. */
const IMPORT_ROWS = 3_000;
const BEFORE_KILL_MS = 5_000;
const AFTER_KILL_MS = 10_000;
const CONNECTIONS = 40;

/** Kills one of the servers while clients write through nginx, and looks for every acknowledged write. */
export async function killUnderLoad(db: Kysely<Database>, product: ScaledProduct): Promise<KillFigures> {
  const [first, ...administrators] = await addSignedIn(db, 10);
  const victim = product.servers[0];
  if (!first || !victim) throw new Error('There is no administrator, or no server.');
  const userIds = await addUsers(db, { count: USER_WRITERS, status: 'active' });
  await addMailedUsers(db);
  const client = createClient(product.port, CONNECTIONS);
  const writers = createWriters({ token: first.token, userIds, administrators, password: PASSWORD });

  const stopping = new AbortController();
  const writing = keepLedger(client, writers, stopping.signal);
  const reading = countFailedReads(client, first.token, stopping.signal);
  const importIds: number[] = [];
  for (const server of product.servers.keys()) {
    const titles = Array.from({ length: IMPORT_ROWS }, (_, row) => `Imported ${server}-${row}`);
    importIds.push(await storeImport(db, titles));
  }
  let leases = await readLeases(db);
  for (; leases.length < importIds.length; leases = await readLeases(db)) await pause(50);
  await pause(BEFORE_KILL_MS);
  process.kill(victim.pid, 'SIGKILL');
  const killedAt = performance.now();
  const seconds = () => (performance.now() - killedAt) / 1_000;
  const takenOver = waitForNewLease(db, leases).then(seconds);
  await pause(AFTER_KILL_MS);
  stopping.abort();
  const [ledger, reads] = await Promise.all([writing, reading]);
  while ((await countUnfinished(db)) > 0) await pause(200);
  const doneSeconds = seconds();

  const reasons: Record<string, number> = {};
  for (const { reason } of ledger.failed) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const writes = await checkLedger(ledger, { db, client, dataDir: product.dataDir });
  client.disconnect();
  return {
    writes,
    halfWrites: await countHalfWrites(db),
    reads,
    reasons,
    imports: { count: importIds.length, rows: IMPORT_ROWS, unfinished: await countUnimported(db) },
    takeoverSeconds: await takenOver,
    doneSeconds,
  };
}

async function addMailedUsers(db: Kysely<Database>): Promise<void> {
  await sql`insert into users (first_name, last_name, email)
    select 'Ann', 'Lee', email from unnest(${mailedAddresses()}::text[]) as email`.execute(db);
}

async function readLeases(db: Kysely<Database>): Promise<string[]> {
  const found = await db.selectFrom('recipe_imports').select('lease_id').execute();
  return found.flatMap(({ lease_id }) => lease_id ?? []);
}

/** A server that claims an import stores a lease of its own. */
async function waitForNewLease(db: Kysely<Database>, known: readonly string[]): Promise<void> {
  while ((await readLeases(db)).every((lease) => known.includes(lease))) await pause(100);
}

async function countUnfinished(db: Kysely<Database>): Promise<number> {
  const found = await db.selectFrom('recipe_imports').where('state', '!=', 'done').select('id').execute();
  return found.length;
}

/** Rows that did not become one recipe each. */
async function countUnimported(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from import_rows)
      - (select count(distinct title) from recipes where title like 'Imported %'))::integer as count`.execute(
    db,
  );
  return rows[0]?.count ?? Number.NaN;
}
