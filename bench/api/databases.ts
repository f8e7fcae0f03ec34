import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import type { Db } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { refreshStatistics } from '#api/demo/refresh-statistics.ts';
import { countRecipes } from '#api/demo/write-recipes.ts';
import { fillLog } from '#tests/slow/scale/fill-log.ts';

const EMBEDDED = fileURLToPath(new URL('../../.data/bench', import.meta.url));

export type Server = AsyncDisposable & {
  version: string;
  /**
   * Resolves with the address of the database with so many users. It is filled once, and used again by the next run.
   */
  prepare: (users: number) => Promise<string>;
};

/** The server of DATABASE_URL, on which it may create databases; else a PostgreSQL of its own in `.data/bench`. */
export async function openServer(write: (text: string) => void): Promise<Server> {
  await using cleanups = new AsyncDisposableStack();
  const url = process.env.DATABASE_URL ?? (await startOwn(cleanups));
  const server = openDatabase(url, () => undefined, { connections: 1 });
  cleanups.defer(() => server.destroy());
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(server);
  const kept = cleanups.move();
  return {
    version: rows[0]?.server_version ?? 'unknown',
    prepare: async (users) => {
      const name = `bench_${users}`;
      const address = new URL(url);
      address.pathname = `/${name}`;
      const found = await sql`select from pg_database where datname = ${name}`.execute(server);
      if (found.rows.length === 0) await sql`create database ${sql.id(name)}`.execute(server);
      const db = openDatabase(address.href, () => undefined);
      try {
        await migrate(db, { dataDir: process.env.DATABASE_URL ? null : EMBEDDED });
        await fillOnce(db, users, write);
        await setRoleSettings(db);
      } finally {
        await db.destroy();
      }
      return address.href;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function startOwn(cleanups: AsyncDisposableStack): Promise<string> {
  await mkdir(EMBEDDED, { recursive: true });
  const log = pino({ level: 'silent' });
  const onLost = () => undefined;
  const database = await startEmbedded({ dataDir: EMBEDDED, label: 'npm run bench:api', log, onLost });
  cleanups.defer(database.stop);
  return database.url;
}

/**
 * With checked payments and two entries of the log for each user. Does nothing if the log has entries: they come last.
 */
async function fillOnce(db: Db, users: number, write: (text: string) => void): Promise<void> {
  if (await db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirst()) return;
  let lastTenth = -1;
  const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number }) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth !== lastTenth) write(`${users} users: ${stage} ${tenth * 10} %\n`);
    lastTenth = tenth;
  };
  await fillDemo(db, { seed: 1, users, now: new Date(), onlyIfEmpty: true, onProgress });
  await checkPayments(db);
  await refreshStatistics(db, onProgress);
  await fillLog(db, { entries: 2 * users, users, recipes: countRecipes(users) });
}

/** Most are checked; a few states are rare. */
async function checkPayments(db: Db): Promise<void> {
  await sql`
    update failed_payments set
      last_outcome = (array['still_failing', 'still_failing', 'not_retryable', 'recovered'])[1 + id % 4],
      last_message = 'The store said so.',
      last_checked_at = now() - (id % 500) * interval '1 hour',
      recovered_at = case when id % 4 = 3 then now() - (id % 700) * interval '1 day' end,
      deadline_at = case when id % 4 < 2 then now() + (id % 60) * interval '1 day' end,
      deadline_certainty = case when id % 4 < 2 then 'computed' end,
      access_until = case when id % 4 = 0 then now() + (id % 20 - 10) * interval '1 day' end
    where id % 3 > 0`.execute(db);
  await sql`update failed_payments set last_outcome = 'store_unreachable' where id % 900 = 1`.execute(db);
}
