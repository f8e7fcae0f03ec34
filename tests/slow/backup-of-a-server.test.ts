import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { isMigrated, MIGRATION_LOCK, migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Db } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { findProcesses, killProcess } from '#tests/process/observe.ts';
import { withDatabaseName } from '#tests/setup/api/database.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { findPrograms, runCommand, startCommand } from '#tests/setup/backup/command.ts';
import { readContents, withoutCatalogNumbers } from '#tests/setup/backup/contents.ts';
import { migrateToLastButOne } from '#tests/setup/backup/migrations.ts';

/** The databases belong to a role without other rights, as on a managed server. Its password needs escapes. */
const role = `drill_${randomUUID().slice(0, 8)}`;
const password = 'p@ss:w/o rd?#%';
const server = openDatabase(inject('databaseUrl'), () => undefined);
await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(server);
const created: string[] = [];
afterAll(async () => {
  for (const name of created) await sql`drop database ${sql.id(name)} with (force)`.execute(server);
  await sql`drop role ${sql.id(role)}`.execute(server);
  await server.destroy();
});

async function createDatabase(name = `drill_${randomUUID().replaceAll('-', '')}`): Promise<string> {
  await sql`create database ${sql.id(name)} owner ${sql.id(role)}`.execute(server);
  created.push(name);
  const url = new URL(withDatabaseName(inject('databaseUrl'), name));
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Closes its connections: the commands refuse a database that is in use. */
async function inDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const readAll = (url: string) => inDatabase(url, readContents);

/** With people, recipes and a session. */
async function createFilled(users = 200): Promise<string> {
  const url = await createDatabase();
  await inDatabase(url, async (db) => {
    await migrate(db);
    await fillDemo(db, { seed: 1, users, now: new Date() });
    const { id: userId } = await addAdministrator(db);
    await openSession(db, { userId, rememberMe: true }, new Date());
  });
  return url;
}

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mealwright-backup-'));
  return () => rm(folder, { recursive: true, force: true });
});

async function backUp(url: string): Promise<string> {
  const file = join(folder, `${randomUUID()}.dump`);
  const ended = await runCommand('backup', [file], { env: { DATABASE_URL: url } });
  expect(ended).toMatchObject({ code: 0, err: '' });
  return file;
}

const restore = (url: string, ...args: string[]) =>
  runCommand('restore', args, { env: { DATABASE_URL: url } });

const programs = await findPrograms(18);

describe.skipIf(programs === null)('a backup of a database server', () => {
  test('brings back every row of every table after the database was destroyed', async () => {
    const url = await createFilled();
    const before = await readAll(url);
    const file = await backUp(url);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(1);

    const name = new URL(url).pathname.slice(1);
    await sql`drop database ${sql.id(name)} with (force)`.execute(server);
    created.splice(created.indexOf(name), 1);
    await createDatabase(name);
    const ended = await restore(url, file);
    expect(ended).toMatchObject({ code: 0, err: '' });
    const after = await readAll(url);
    expect(Object.values(after).filter((text) => !text.startsWith('0 rows')).length).toBeGreaterThan(20);
    expect(withoutCatalogNumbers(after)).toEqual(withoutCatalogNumbers(before));
    expect(after.catalog_floor).not.toBe(before.catalog_floor);
    const { rows } = await inDatabase(url, (db) => sql`show statement_timeout`.execute(db));
    expect(rows).toEqual([{ statement_timeout: '20s' }]);
  });

  test('is made while others read and write', async () => {
    const url = await createFilled(20);
    await inDatabase(url, async (db) => {
      await db.transaction().execute(async (transaction) => {
        await addUser(transaction);
        await backUp(url);
      });
    });
  });

  test('from before the newest migration restores into this version, over newer tables, too', async () => {
    const url = await createDatabase();
    await inDatabase(url, async (db) => {
      await migrateToLastButOne(db);
      await addUser(db, { email: 'early@example.com' });
      expect(await isMigrated(db)).toBe(false);
    });
    const file = await backUp(url);
    for (const target of [await createDatabase(), await createFilled(20)]) {
      expect(await restore(target, file, '--into-empty')).toMatchObject({ code: 0, err: '' });
      await inDatabase(target, async (db) => {
        expect(await isMigrated(db)).toBe(true);
        expect(await db.selectFrom('users').select('email').execute()).toEqual([
          { email: 'early@example.com' },
        ]);
      });
    }
  });

  test('replaces a database that isn’t empty only with --into-empty, and says what it deletes', async () => {
    const file = await backUp(await createFilled(20));
    const url = await createFilled(30);
    const before = await readAll(url);
    const refused = await restore(url, file);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/isn’t empty: it has \d+ tables with 31 users/);
    expect(await readAll(url)).toEqual(before);
    const replaced = await restore(url, file, '--into-empty');
    expect(replaced).toMatchObject({ code: 0, err: '' });
    expect(replaced.out).toMatch(/^Deleting \d+ tables with 31 users .*\nRestored \d+ tables with 21 users /);
  });

  test('is not restored under a running server, or over tables of another program', async () => {
    const file = await backUp(await createFilled(20));
    const url = await createFilled(20);
    const before = await readAll(url);
    await inDatabase(url, async (db) => {
      await sql`select 1`.execute(db);
      const refused = await restore(url, file, '--into-empty');
      expect(refused.code).toBe(1);
      expect(refused.err).toContain(
        'still uses the database at DATABASE_URL (open connections: 1). Stop it first.',
      );
    });
    expect(await readAll(url)).toEqual(before);

    const foreign = await createDatabase();
    await inDatabase(foreign, (db) => sql`create table invoices as select 1 as n`.execute(db));
    const message = 'has tables or other objects of another program';
    expect((await restore(foreign, file, '--into-empty')).err).toContain(message);
    expect(Object.keys(await readAll(foreign))).toEqual(['invoices']);
    const functions = await createDatabase();
    await inDatabase(functions, (db) => sql`create function total() returns integer return 42`.execute(db));
    expect((await restore(functions, file)).err).toContain(message);
    await inDatabase(functions, (db) => sql`select total()`.execute(db));
  });

  test('leaves what was written between its first look and its lock', async () => {
    const file = await backUp(await createFilled(20));
    const empty = await createDatabase();
    const filled = await createFilled(20);
    const before = await readAll(filled);
    for (const [url, reason] of [
      [empty, 'The database was filled meanwhile.'],
      [filled, 'A server was started meanwhile. Stop it, and try again.'],
    ] as const) {
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
      const { ended } = startCommand('restore', [file, '--into-empty'].slice(0, url === empty ? 1 : 2), {
        env: { DATABASE_URL: url },
      });
      await expect.poll(() => countWaiting(url)).toBe(1);
      if (url === empty) await other.query('create table users as select 1 as id');
      await inDatabase(url, async (db) => {
        if (url === filled) await sql`select 1`.execute(db);
        await other.end();
        expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
      });
    }
    expect(Object.keys(await readAll(empty))).toEqual(['users']);
    expect(await readAll(filled)).toEqual(before);
  });

  // The list of a dump has kinds of objects in capitals, too.
  test.each([role, 'MEALS'])('is that of our schema alone, which may have any name: %s', async (schema) => {
    const createSchemas = async (db: Db, url: string) => {
      const database = new URL(url).pathname.slice(1);
      await sql`
        create schema ${sql.id(schema)}; create schema analytics; create table analytics.reports (id integer);
        alter database ${sql.id(database)} set search_path to ${sql.id(schema)}`.execute(db);
    };
    const url = await createDatabase();
    await inDatabase(url, (db) => createSchemas(db, url));
    await inDatabase(url, async (db) => {
      await migrate(db);
      await addUser(db, { email: 'kept@example.com' });
      await sql`insert into analytics.reports values (1)`.execute(db);
    });
    const file = await backUp(url);
    await inDatabase(url, (db) => sql`insert into analytics.reports values (2)`.execute(db));
    const another = await createDatabase();
    await inDatabase(another, (db) => createSchemas(db, another));
    for (const [target, reports] of [
      [url, 2],
      [another, 0],
    ] as const) {
      expect(await restore(target, file, '--into-empty')).toMatchObject({ code: 0, err: '' });
      await inDatabase(target, async (db) => {
        expect(await db.selectFrom('users').select('email').execute()).toEqual([
          { email: 'kept@example.com' },
        ]);
        const { rows } = await sql`select id from analytics.reports`.execute(db);
        expect(rows).toHaveLength(reports);
      });
    }
  });

  test('that is cut, or of a newer version, or something else changes nothing', async () => {
    const url = await createFilled(20);
    const before = await readAll(url);
    const whole = await backUp(await createFilled(200));
    const { size } = statSync(whole);
    // From the end to the list of what is in it, which stands at the beginning.
    for (const part of [0.99, 0.5, 0.01]) {
      truncateSync(whole, Math.floor(size * part));
      const failed = await restore(url, whole, '--into-empty');
      expect(failed.code, failed.out).toBe(1);
      expect(failed.err).toMatch(/pg_restore: error|pg_restore failed/);
      expect(await readAll(url)).toEqual(before);
    }

    const newer = await createFilled(20);
    await inDatabase(newer, (db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', now())`.execute(db),
    );
    const refused = await restore(url, await backUp(newer), '--into-empty');
    expect(refused.err).toContain(
      'is from another version, whose change “9999-later” this one doesn’t have.',
    );

    const text = join(folder, 'text.dump');
    writeFileSync(text, 'select 1;');
    expect((await restore(url, text)).err).toContain('isn’t a backup of “npm run backup”.');
    writeFileSync(text, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]));
    expect((await restore(url, text)).err).toContain('is the copy of an embedded database');
    expect((await restore(url, join(folder, 'none.dump'))).err).toContain('can’t be read: ENOENT');
    expect(await readAll(url)).toEqual(before);
  });

  test('that is interrupted changes nothing', async () => {
    const file = await backUp(await createFilled(200));
    const url = await createFilled(20);
    const before = await readAll(url);
    // Another program holds rows, so that the restore waits.
    const other = new pg.Client({ connectionString: url });
    other.on('error', () => undefined);
    await other.connect();
    await other.query('begin; select from users for update');
    const { child, ended } = startCommand('restore', [file, '--into-empty'], { env: { DATABASE_URL: url } });
    await expect.poll(() => countWaiting(url)).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 1, err: 'The restore was stopped, and changed nothing.\n' });
    await other.end();
    expect(await readAll(url)).toEqual(before);
  });

  test('is not committed if pg_restore dies between two statements', async () => {
    const file = await backUp(await createFilled(200));
    const url = await createFilled(20);
    const before = await readAll(url);
    const dying = join(folder, 'dying');
    mkdirSync(dying);
    for (const name of ['pg_dump', 'psql']) symlinkSync(join(programs ?? '', name), join(dying, name));
    const real = `"${join(programs ?? '', 'pg_restore')}" "$@"`;
    // It has made every table, and then ends before the first row.
    const script = `#!/bin/sh\ncase "$*" in *--exit-on-error*) ${real} | sed -n '/^COPY /q;p'; exit 1;; esac\nexec ${real}\n`;
    writeFileSync(join(dying, 'pg_restore'), script, { mode: 0o755 });
    const env = { DATABASE_URL: url, PATH: `${dying}:${process.env.PATH}` };
    const { code, err } = await runCommand('restore', [file, '--into-empty'], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('the database is as it was before')]);
    expect(await readAll(url)).toEqual(before);
  });

  test('overwrites no file, and leaves none if pg_dump is killed, stopped, or finds the disk full', async () => {
    const url = await createFilled(200);
    const env = { DATABASE_URL: url };
    const file = join(folder, 'kept.dump');
    writeFileSync(file, 'kept');
    expect((await runCommand('backup', [file], { env })).err).toContain('exists already');
    expect(readdirSync(folder)).toEqual(['kept.dump']);
    expect(statSync(file).size).toBe(4);

    const waiting = join(folder, 'waiting.dump');
    await inDatabase(url, (db) =>
      db.transaction().execute(async (transaction) => {
        await sql`lock table users in access exclusive mode`.execute(transaction);
        const killed = startCommand('backup', [waiting], { env });
        await expect.poll(() => countWaiting(url)).toBe(1);
        for (const pid of findProcesses(`--file=${waiting}.part`)) killProcess(pid);
        expect(await killed.ended).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump failed') });
        await expect.poll(() => countWaiting(url)).toBe(0);
        const stopped = startCommand('backup', [waiting], { env });
        await expect.poll(() => countWaiting(url)).toBe(1);
        stopped.child.kill('SIGINT');
        expect(await stopped.ended).toMatchObject({
          code: 1,
          err: 'The backup was stopped, and wrote nothing.\n',
        });
      }),
    );
    expect(readdirSync(folder)).toEqual(['kept.dump']);
  });

  test('leaves no file on a full disk', async () => {
    const url = await createFilled(200);
    const env = { DATABASE_URL: url };
    // A disk of 64 KB that only the command sees, and what is left on it.
    const script = `mount -t tmpfs -o size=64k none ${folder} || exit 9; "$@"; code=$?; ls -A ${folder}; exit $code`;
    const inside = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh'];
    const ended = await runCommand('backup', [join(folder, 'full.dump')], { env, inside });
    if (ended.code === 9 || ended.err.startsWith('unshare')) {
      process.stderr.write('Skipped: this machine has no user namespaces.\n');
      return;
    }
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('No space left on device');
  });
});

/** Connections to this database that wait for a lock. */
async function countWaiting(url: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = ${new URL(url).pathname.slice(1)} and wait_event_type = 'Lock'`.execute(server);
  return rows[0]?.waiting ?? 0;
}
