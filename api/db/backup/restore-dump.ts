import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { getErrorMessage, StartError } from '../../config/start-error.ts';
import { findUnknownName, MIGRATION_LOCK } from '../migrate.ts';
import { APPLICATION_NAME, openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';
import { createClientEnvironment, findClientPrograms } from './client-programs.ts';
import { type Entry, listEntries, tablesOf } from './dump.ts';
import { finishRestore, type Restored, type RestoreOptions, refuseVersion } from './finish-restore.ts';
import { run } from './run.ts';
import { areOurs, readServerMajor, readTables, type Tables } from './tables.ts';

/**
 * Empties and restores in one transaction, so that a failure leaves the database as it was; then migrates it to this
 * version. Throws StartError.
 */
export async function restoreDump(url: string, options: RestoreOptions): Promise<Restored> {
  const { file, intoEmpty, signal, tell } = options;
  const target = await inspect(url);
  const { folder } = await findClientPrograms(target.serverMajor, signal);
  const entries = await listEntries(folder, options);
  await checkDump(folder, { ...options, entries, schema: target.schema });
  if (target.objects > 0) {
    if (!intoEmpty)
      throw new StartError(
        `The database at DATABASE_URL isn’t empty: it has ${describe(target)}. Restore into an empty one, or add --into-empty, which deletes them.`,
      );
    tell(`Deleting ${describe(target)} from the database at DATABASE_URL, if the restore succeeds.\n`);
  }
  await withList(entries, target.schema, (list) =>
    replaceContents(folder, { url, file, signal, list, begin: beginSql({ intoEmpty }) }),
  );
  try {
    return await finishRestore(url);
  } catch (error) {
    throw new StartError(
      `The data of the backup is in the database, but it couldn’t be brought to this version: ${getErrorMessage(error)}.\n` +
        'Mend that, start a server, which does it, and run “select restart_catalog()”; or restore the backup with the version that made it.',
      { cause: error },
    );
  }
}

/** `objects` counts what would be deleted: tables and everything else in the schema. */
type Target = Tables & { serverMajor: number; users: number; objects: number };

async function inspect(url: string): Promise<Target> {
  const db: Db = openDatabase(url, () => undefined, { connections: 1 });
  try {
    const tables = await readTables(db);
    await refuseOtherConnections(db);
    const { rows: objects } = await sql.raw(OBJECTS).execute(db);
    if (objects.length > 0 && !areOurs(tables.names)) {
      throw new StartError(
        'The database at DATABASE_URL has tables or other objects of another program. Restore into a database of its own.',
      );
    }
    const users = objects.length === 0 ? 0 : await countUsers(db);
    return { ...tables, users, objects: objects.length, serverMajor: await readServerMajor(db) };
  } finally {
    await db.destroy();
  }
}

/** A server would answer from half a database, and write to it. */
async function refuseOtherConnections(db: Db): Promise<void> {
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name = ${APPLICATION_NAME}`.execute(db);
  const connections = rows[0]?.connections ?? 0;
  if (connections === 0) return;
  throw new StartError(
    `A server or a command of this product still uses the database at DATABASE_URL (open connections: ${connections}). Stop it first. Behind a pooler its connections stay open for a while: stop the pooler, too.`,
  );
}

async function countUsers(db: Db): Promise<number> {
  const { rows } = await sql<{ users: string }>`select count(*) as users from users`.execute(db);
  return Number(rows[0]?.users);
}

function describe({ names, users }: Target): string {
  return `${names.length} tables with ${users.toLocaleString('en-US')} users`;
}

/** Before anything is deleted. Throws StartError if it isn’t ours, broken, or of a newer version. */
async function checkDump(
  folder: string,
  { file, entries, schema, signal }: RestoreOptions & { entries: readonly Entry[]; schema: string },
): Promise<void> {
  if (!areOurs(tablesOf(entries, schema)))
    throw new StartError(`${file} has no tables of this product in the schema “${schema}”.`);
  const migrations = await run(
    join(folder, 'pg_restore'),
    ['--data-only', `--schema=${schema}`, `--table=${DEFAULT_MIGRATION_TABLE}`, '--file=-', file],
    { signal },
  );
  // Only the rows have tabs: between their columns, of which the name is the first.
  const applied = migrations
    .split('\n')
    .flatMap((line) => (line.includes('\t') ? [line.split('\t')[0] ?? ''] : []));
  const unknown = await findUnknownName(applied);
  if (unknown !== undefined) throw new StartError(refuseVersion(file, unknown));
}

/**
 * Everything in the schema but extensions, which our role may not be allowed to create. What is part of another object goes
 * with it: the sequence of an identity, the statistics of columns.
 */
const OBJECTS = `
  select object.type, object.identity
  from pg_depend as inside, pg_identify_object(inside.classid, inside.objid, 0) as object
  where inside.refclassid = 'pg_namespace'::regclass and inside.refobjid = quote_ident(current_schema())::regnamespace
    and inside.deptype = 'n' and inside.classid <> 'pg_extension'::regclass and not exists (
      select from pg_depend as part
      where part.classid = inside.classid and part.objid = inside.objid and part.deptype in ('a', 'e', 'i'))`;

/**
 * Servers that start meanwhile wait for the lock in `migrate`. One that has started since we looked would go on with other
 * data, and what it or another restore has written would be lost. The schema stays, with the rights that others have on it.
 */
function beginSql({ intoEmpty }: Pick<RestoreOptions, 'intoEmpty'>): string {
  return `
    begin;
    set local statement_timeout = 0;
    set local lock_timeout = '30s';
    set local client_min_messages = warning;
    select pg_advisory_xact_lock(${MIGRATION_LOCK});
    do $$
    declare
      command text;
      commands text[] := array(
        select format('drop %s if exists %s cascade', type, identity) from (${OBJECTS}) as objects);
    begin
      if exists (
        select from pg_stat_activity
        where datname = current_database() and application_name = '${APPLICATION_NAME}' and (wait_event is distinct from 'advisory')
      ) then
        raise exception 'A server was started meanwhile. Stop it, and try again.';
      end if;
      if ${!intoEmpty} and cardinality(commands) > 0 then
        raise exception 'The database was filled meanwhile.';
      end if;
      foreach command in array commands loop execute command; end loop;
    end $$;
  `;
}

type Replacement = { url: string; file: string; signal: AbortSignal; list: string; begin: string };

/**
 * A file that lists the entries of the dump to restore: those of our schema, and our extension. A dump of a whole database
 * may have more, such as the schemas of a provider, which the new database has already.
 */
async function withList(
  entries: readonly Entry[],
  schema: string,
  use: (list: string) => Promise<void>,
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'mealwright-restore-'));
  try {
    const list = join(scratch, 'entries');
    const ours = new RegExp(`^(?:(?:[A-Z]+ )+${RegExp.escape(schema)} |EXTENSION - pg_trgm\\b)`);
    const restored = entries.filter(({ text }) => ours.test(text));
    await writeFile(list, restored.map(({ line }) => line).join('\n'));
    await use(list);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** What belongs to a server and not to its data. The role that restores owns everything, but maybe no extension. */
const LEFT_OUT = [
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  '--no-publications',
  '--no-subscriptions',
];

/** pg_restore writes SQL, psql runs it between `begin` and a commit that only a complete script gets. */
async function replaceContents(
  folder: string,
  { url, file, signal, list, begin }: Replacement,
): Promise<void> {
  const psql = spawn(
    join(folder, 'psql'),
    ['--no-psqlrc', '--no-password', '--quiet', '--set=ON_ERROR_STOP=1'],
    { env: createClientEnvironment(url), stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const restore = spawn(
    join(folder, 'pg_restore'),
    [...LEFT_OUT, '--exit-on-error', `--use-list=${list}`, '--file=-', file],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = () => {
    for (const child of [psql, restore]) child.kill();
  };
  signal.addEventListener('abort', stop);
  // If psql ends early, its outcome says why.
  psql.stdin.on('error', () => undefined);
  const [psqlEnds, restoreEnds] = [readOutcome(psql), readOutcome(restore)];
  psql.stdin.write(begin);
  const isPassedOn = await pipeline(restore.stdout, psql.stdin, { end: false }).then(
    () => true,
    () => false,
  );
  const ofRestore = await restoreEnds;
  const isWhole = isPassedOn && ofRestore.isOk && !signal.aborted;
  // From here on a signal comes too late: it must not leave open whether the commit was done.
  signal.removeEventListener('abort', stop);
  psql.stdin.end(isWhole ? 'commit;\n' : '');
  const ofPsql = await psqlEnds;
  if (isWhole && ofPsql.isOk) return;
  if (!isWhole) signal.throwIfAborted();
  // What ends early makes the other one fail, too.
  const { said } = isPassedOn && !ofRestore.isOk ? ofRestore : ofPsql;
  throw new StartError(`The restore failed, and the database is as it was before:\n${said}`);
}

type Outcome = { isOk: boolean; said: string };

async function readOutcome(child: ChildProcess & { stderr: Readable }): Promise<Outcome> {
  const said = text(child.stderr);
  try {
    const [code, signal] = await once(child, 'close');
    return {
      isOk: code === 0,
      said: (await said).trim() || `${child.spawnfile} ended with ${signal ?? code}.`,
    };
  } catch (error) {
    return { isOk: false, said: getErrorMessage(error) };
  }
}
