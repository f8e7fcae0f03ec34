import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '#api/db/embedded/start.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Test files clone the template on this server. */
    databaseUrl: string;
    templateName: string;
  }
}

const TEMPLATE = 'migrated';

let running: Promise<() => Promise<void>> | null = null;

/** Starts one PostgreSQL for the run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  running ??= start(project);
  return running;
}

async function start(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-tests-'));
  await adjustSettings(dataDir);
  const database = await startDatabase(dataDir);
  const server = openDatabase(database.url, () => undefined);
  await sql`create database ${sql.id(TEMPLATE)}`.execute(server);
  await server.destroy();
  const template = openDatabase(withDatabaseName(database.url, TEMPLATE), () => undefined);
  await migrate(template);
  await template.destroy();
  project.provide('databaseUrl', database.url);
  project.provide('templateName', TEMPLATE);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function startDatabase(dataDir: string): Promise<Embedded> {
  return startEmbedded({
    dataDir,
    label: 'the tests',
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
}

const SETTINGS = {
  // The data outlives no crash, so nothing has to reach the disk.
  fsync: 'off',
  full_page_writes: 'off',
  // Several servers of several test files run at the same time, each with pools of its own.
  max_connections: '400',
};

/** Some settings need a new start. */
async function adjustSettings(dataDir: string): Promise<void> {
  const database = await startDatabase(dataDir);
  const server = openDatabase(database.url, () => undefined);
  for (const [name, value] of Object.entries(SETTINGS)) {
    await sql`alter system set ${sql.id(name)} = ${sql.lit(value)}`.execute(server);
  }
  await server.destroy();
  await database.stop();
}

export function withDatabaseName(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = name;
  return result.href;
}
