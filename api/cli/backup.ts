import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { copyEmbedded } from '../db/backup/cold-copy.ts';
import { dumpDatabase } from '../db/backup/dump.ts';

const USAGE = `Writes a backup of DATABASE_URL with PostgreSQL’s pg_dump, also while servers run. If DATABASE_URL isn’t set, packs the
database in DATA_DIR with tar; stop the server first. docs/backup.md says how often and where to.

  npm run backup -- FILE

  FILE  a new file, which only its owner can read; nothing is overwritten
`;

/** Throws StartError with the usage for unknown arguments. */
function readFile(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new StartError(USAGE);
    return resolve(file);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
try {
  if (['help', '--help'].includes(process.argv[2] ?? '')) process.stdout.write(USAGE);
  else {
    const file = readFile();
    const { databaseUrl, dataDir } = readEnvironment(process.env);
    const start = performance.now();
    const { signal } = stopping;
    const { bytes, tables } = databaseUrl
      ? await dumpDatabase({ url: databaseUrl, file, signal })
      : await copyEmbedded({ dataDir, file, signal });
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    const megabytes = (bytes / 1_000_000).toFixed(1);
    process.stdout.write(
      `${file} has ${tables} tables in ${megabytes} MB, written and checked in ${seconds} s.\n`,
    );
  }
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  const text =
    error === stopping.signal.reason
      ? 'The backup was stopped, and wrote nothing.'
      : `${isExpected ? '' : 'The command failed: '}${getErrorMessage(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
