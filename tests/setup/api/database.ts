import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#api/db/embedded/start.ts';
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
  const database = await startEmbedded({
    dataDir,
    label: 'the tests',
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
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

export function withDatabaseName(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = name;
  return result.href;
}
