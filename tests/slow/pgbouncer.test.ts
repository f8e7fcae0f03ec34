import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import type { Db } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { refreshStatistics } from '#api/demo/refresh-statistics.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { type PgBouncer, startPgBouncer } from '#tests/setup/scale/pgbouncer.ts';
import { findProgram } from '#tests/setup/scale/program.ts';

/** Every part that knew sessions, through a pooler whose transactions share the connections. */
const isInstalled = await findProgram('pgbouncer').then(
  () => true,
  () => false,
);
const CONNECTIONS = 4;

const { db: direct, url } = await cloneDatabase();
await setRoleSettings(direct);
await sql`drop schema public cascade`.execute(direct);
await sql`create schema public`.execute(direct);

function open(pgBouncer: PgBouncer): Db {
  const db = openDatabase(pgBouncer.url, () => undefined);
  onTestFinished(() => db.destroy());
  return db;
}

/** Reads the settings of all connections to PostgreSQL: each is kept busy while the next query needs one. */
async function readSettings(db: Db) {
  const asked = Array.from({ length: CONNECTIONS }, () =>
    sql<{ pid: number; timeout: string }>`
      select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout, pg_sleep(0.3)`.execute(
      db,
    ),
  );
  const rows = (await Promise.all(asked)).flatMap((result) => result.rows);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(CONNECTIONS);
  return [...new Set(rows.map(({ timeout }) => timeout))];
}

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  let pgBouncer: PgBouncer;
  beforeAll(async () => {
    pgBouncer = await startPgBouncer(url, { connections: CONNECTIONS });
    return () => pgBouncer.stop();
  });

  test('several servers migrate and fill at once, and leave no lock and no setting behind', async () => {
    const servers = Array.from({ length: 3 }, () => open(pgBouncer));
    await Promise.all(servers.map((db) => migrate(db)));
    await Promise.all(
      servers.map((db) => fillDemo(db, { seed: 1, users: 20, now: new Date(), onlyIfEmpty: true })),
    );
    await refreshStatistics(open(pgBouncer), () => undefined);
    const { count } = await direct
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(20);
    const { rows: locks } = await sql`
      select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(direct);
    expect(locks).toEqual([]);
    expect(await readSettings(open(pgBouncer))).toEqual(['20s']);
  });

  test('a call answers 503 while PgBouncer finds no database', async () => {
    const lost = await cloneDatabase();
    const between = await startPgBouncer(lost.url, { connections: 1 });
    onTestFinished(between.stop);
    const api = await serveApi(open(between));
    const ask = async () => {
      const { status, headers } = await createRequester(api.base).post('/auth/forgot-password', {
        email: 'ann@example.com',
      });
      return [status, headers.get('retry-after')];
    };
    expect(await ask()).toEqual([200, null]);
    const { pathname } = new URL(lost.url);
    await sql`alter database ${sql.id(pathname.slice(1))} allow_connections false`.execute(direct);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pathname.slice(1)}`.execute(
      direct,
    );
    // The connection that is ended may be in use just then, which is a 500.
    await expect.poll(ask, { timeout: 20_000 }).toEqual([503, '2']);
    await sql`alter database ${sql.id(pathname.slice(1))} allow_connections true`.execute(direct);
    await expect.poll(ask, { timeout: 20_000 }).toEqual([200, null]);
  });
});
