import { access, constants, glob } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { StartError } from '../../config/start-error.ts';
import { run } from './run.ts';

/** The folder has pg_dump, pg_restore and psql of this major version. */
export type ClientPrograms = { folder: string; major: number };

/** Where Debian, PostgreSQL's own packages, Homebrew and the installers for macOS put the programs of each version. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/libpq/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/libpq/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  '/Library/PostgreSQL/*/bin',
];

/** Searches PATH and the usual folders. Throws StartError if no programs fit the server. */
export async function findClientPrograms(serverMajor: number, signal: AbortSignal): Promise<ClientPrograms> {
  const found: ClientPrograms[] = [];
  for (const folder of await listFolders()) {
    const major = await readMajor(folder, signal);
    if (major !== null) found.push({ folder, major });
  }
  return chooseClientPrograms(found, serverMajor);
}

/**
 * The lowest version that isn’t older than the server’s: an older pg_dump refuses a newer server, and what a newer one
 * writes may not load into an older server (https://www.postgresql.org/docs/18/app-pgdump.html, Notes). Throws StartError.
 */
export function chooseClientPrograms(found: readonly ClientPrograms[], serverMajor: number): ClientPrograms {
  const [best] = found.filter(({ major }) => major >= serverMajor).sort((a, b) => a.major - b.major);
  if (best) return best;
  const versions = [...new Set(found.map(({ major }) => major))].sort((a, b) => a - b);
  const has = versions.length === 0 ? 'none' : `only those of ${versions.join(' and ')}`;
  throw new StartError(
    `The server is PostgreSQL ${serverMajor}, and a backup needs PostgreSQL’s own programs (pg_dump, pg_restore, psql) of this version or a newer one. This machine has ${has}.\n` +
      `Install them: the package postgresql-client-${serverMajor} on Debian and Ubuntu (from apt.postgresql.org if the release doesn’t have it), postgresql${serverMajor} from yum.postgresql.org on Red Hat and its relatives, or on macOS “brew install postgresql@${serverMajor}” or “brew install libpq”.`,
  );
}

async function listFolders(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for await (const folder of glob(PLACES)) folders.push(folder);
  return [...new Set(folders)];
}

/** null unless all programs are there and start. */
async function readMajor(folder: string, signal: AbortSignal): Promise<number | null> {
  try {
    for (const name of ['pg_dump', 'pg_restore', 'psql']) await access(join(folder, name), constants.X_OK);
    const version = await run(join(folder, 'pg_dump'), ['--version'], { signal });
    const [, major] = /^pg_dump \(PostgreSQL\) (\d{1,3})/.exec(version) ?? [];
    return major === undefined ? null : Number(major);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Parameters of an address that libpq takes from these variables. */
const PASSED_ON = {
  options: 'PGOPTIONS',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslnegotiation: 'PGSSLNEGOTIATION',
  sslrootcert: 'PGSSLROOTCERT',
} as const;

/**
 * The environment of PostgreSQL’s programs for an address that our driver takes. Other users of the machine can read the
 * arguments of a process, but not its environment.
 */
export function createClientEnvironment(url: string): Record<string, string> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url });
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start));
  const passedOn = Object.entries(PASSED_ON).map(([name, variable]) => [variable, parameters.get(name)]);
  const { PATH, HOME, PGPASSFILE } = process.env;
  const variables: Record<string, string | null | undefined> = {
    PATH,
    // The programs look for the file of passwords and for certificates there.
    HOME,
    PGPASSFILE,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
    PGSSLMODE: readSslMode(parameters),
    ...Object.fromEntries(passedOn),
  };
  if (variables.PGSSLMODE === 'verify-full') variables.PGSSLROOTCERT ??= 'system';
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/**
 * The driver verifies the certificate and the name of the host in every mode but two, by the authorities of the system
 * unless the address names a file; libpq’s modes of the same name do less
 * (https://www.npmjs.com/package/pg-connection-string, TCP connections).
 */
function readSslMode(parameters: URLSearchParams): string | null {
  const mode = parameters.get('sslmode');
  if (parameters.get('uselibpqcompat') === 'true') return mode;
  if (mode === 'no-verify') return 'require';
  if (mode !== null) return mode === 'disable' ? mode : 'verify-full';
  const isOn = ['true', '1'].includes(parameters.get('ssl') ?? '');
  const hasSetting = ['sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'].some((name) =>
    parameters.has(name),
  );
  return isOn || hasSetting ? 'verify-full' : null;
}
