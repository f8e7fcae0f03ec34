import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { isMigrated, migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { refreshStatistics } from '#api/demo/refresh-statistics.ts';

const SEED = 1;

/** Of ten recipes, with a thousand users and with more. */
export const RARE_CUISINE = 'Bench';

export type Databases = {
  /** Of PostgreSQL. */
  version: string;
  /** The address of a copy with so many people. The filled original stays as it is, for the next run. */
  copyWith: (users: number) => Promise<string>;
  /** Also removes the folder unless it is kept. */
  stop: () => Promise<void>;
};

/** A PostgreSQL of its own, in `keep` or in a temporary folder. */
export async function startDatabases(
  keep: string | undefined,
  write: (text: string) => void,
): Promise<Databases> {
  const dataDir = keep ? resolve(keep) : await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  await mkdir(dataDir, { recursive: true });
  const log = pino({ level: 'silent' });
  const database = await startEmbedded({ dataDir, label: 'npm run bench:api', log, onLost: () => undefined });
  const urlOf = (name: string) => database.url.replace(/\/[^/]*$/, `/${name}`);
  const server = openDatabase(database.url, () => undefined);

  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(server);

  async function ensureFilled(users: number): Promise<string> {
    const name = `filled_${users}`;
    const existing = await sql`select from pg_database where datname = ${name}`.execute(server);
    if (existing.rows.length > 0) return name;
    const unfinished = `filling_${users}`;
    await recreate(unfinished);
    await withOpenDatabase(urlOf(unfinished), (db) => fill(db, users, write));
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(name)}`.execute(server);
    return name;
  }

  async function recreate(name: string, template = 'template1'): Promise<void> {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server);
    await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(
      server,
    );
  }

  return {
    version: rows[0]?.server_version ?? 'unknown',
    copyWith: async (users) => {
      const copy = `run_${users}`;
      await recreate(copy, await ensureFilled(users));
      await withOpenDatabase(urlOf(copy), migrateCopy);
      await withOpenDatabase(urlOf(copy), checkPayments);
      await withOpenDatabase(urlOf(copy), nameCuisine);
      await sql`checkpoint`.execute(server);
      return urlOf(copy);
    },
    stop: async () => {
      await server.destroy();
      await database.stop();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function fill(db: Kysely<Database>, users: number, write: (text: string) => void): Promise<void> {
  await migrate(db);
  let lastTenth = -1;
  const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number }) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth !== lastTenth) write(`${users} users: ${stage} ${tenth * 10} %\n`);
    lastTenth = tenth;
  };
  await fillDemo(db, { seed: SEED, users, now: new Date(), onProgress });
  await refreshStatistics(db, onProgress);
}

/** A kept database may be older than the code. */
async function migrateCopy(db: Kysely<Database>): Promise<void> {
  if (await isMigrated(db)) return;
  await migrate(db);
  await refreshStatistics(db, () => undefined);
}

/** Demo payments were never checked. Every state is frequent but one, which a thousand users have ten times too. */
async function checkPayments(db: Kysely<Database>): Promise<void> {
  await sql`
    update failed_payments set
      last_outcome = (array['still_failing', 'not_retryable', 'recovered'])[1 + id % 3],
      last_message = 'The store said so.',
      last_checked_at = created_at + (id % 500) * interval '1 hour',
      recovered_at = case when id % 3 = 2 then created_at + (id % 500) * interval '1 hour' end
    where id % 5 < 3`.execute(db);
  await sql`
    update failed_payments set last_outcome = 'store_unreachable'
    where (id % 100 = 1 or id <= 15) and recovered_at is null`.execute(db);
  await sql`vacuum analyze failed_payments`.execute(db);
}

/** Gives ten recipes, spread over all of them, a cuisine that no other has. */
async function nameCuisine(db: Kysely<Database>): Promise<void> {
  await sql`
    update recipes set cuisine = ${RARE_CUISINE} where id in (
      select min(id) from (
        select id, ntile(10) over (order by id) as part from recipes
        where published_at is not null and deleted_at is null) as parts
      group by part)`.execute(db);
}

async function withOpenDatabase(url: string, work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const db = openDatabase(url, () => undefined);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
