import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { readKind } from '../db/backup/file.ts';
import type { Restored } from '../db/backup/finish-restore.ts';
import { restoreCopy } from '../db/backup/restore-copy.ts';
import { restoreDump } from '../db/backup/restore-dump.ts';

const USAGE = `Restores a file of “npm run backup” into DATABASE_URL, or else into DATA_DIR, all or nothing, and migrates it to this
version. Stop the servers first: docs/backup.md says step by step.

  npm run restore -- FILE [--into-empty]

  --into-empty  empties a database that isn’t empty: what it holds is deleted
`;

type Options = { file: string; intoEmpty: boolean };

/** Throws StartError with the usage for unknown arguments. */
function readOptions(): Options {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'into-empty': { type: 'boolean' } },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new StartError(USAGE);
    return { file: resolve(file), intoEmpty: values['into-empty'] ?? false };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

async function restore({ file, intoEmpty }: Options): Promise<Restored> {
  const { databaseUrl, dataDir } = readEnvironment(process.env);
  const tell = (text: string) => void process.stdout.write(text);
  const options = { file, intoEmpty, signal: stopping.signal, tell };
  const kind = await readKind(file);
  if (databaseUrl) {
    if (kind === 'dump') return restoreDump(databaseUrl, options);
    throw new StartError(
      `${file} is the copy of an embedded database, which can’t be restored into DATABASE_URL. Unset DATABASE_URL to restore it into DATA_DIR.`,
    );
  }
  if (kind === 'copy') return restoreCopy(dataDir, options);
  throw new StartError(
    `${file} is the dump of a database server, which can’t be restored into the embedded database. Set DATABASE_URL to restore it.`,
  );
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
try {
  if (['help', '--help'].includes(process.argv[2] ?? '')) process.stdout.write(USAGE);
  else {
    const options = readOptions();
    const start = performance.now();
    const { tables, users } = await restore(options);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    process.stdout.write(
      `Restored ${tables} tables with ${users.toLocaleString('en-US')} users from ${options.file} in ${seconds} s. Every client of the catalog starts again.\n`,
    );
  }
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  const text =
    error === stopping.signal.reason
      ? 'The restore was stopped, and changed nothing.'
      : `${isExpected ? '' : 'The command failed: '}${getErrorMessage(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
