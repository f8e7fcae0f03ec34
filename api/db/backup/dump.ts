import { join } from 'node:path';
import { StartError } from '../../config/start-error.ts';
import { openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';
import { createClientEnvironment, findClientPrograms } from './client-programs.ts';
import { writeNewFile } from './file.ts';
import { run } from './run.ts';
import { areOurs, readServerMajor, readTables } from './tables.ts';

export type BackedUp = { bytes: number; tables: number };

type Options = { url: string; file: string; signal: AbortSignal };

/** Writes pg_dump’s custom format; servers may run. `file` is an absolute path. Throws StartError. */
export async function dumpDatabase({ url, file, signal }: Options): Promise<BackedUp> {
  const { tables, serverMajor } = await inspect(url);
  const { folder } = await findClientPrograms(serverMajor, signal);
  const env = createClientEnvironment(url);
  const bytes = await writeNewFile(file, async (part) => {
    const options = ['--format=custom', '--no-password', `--file=${part}`];
    await run(join(folder, 'pg_dump'), options, { env, signal });
    const listed = new Set(tablesOf(await listEntries(folder, { file: part, signal }), tables.schema));
    const missing = tables.names.filter((name) => !listed.has(name));
    if (missing.length > 0)
      throw new StartError(`The backup has no data of these tables: ${missing.join(', ')}.`);
  });
  return { bytes, tables: tables.names.length };
}

async function inspect(url: string) {
  const db: Db = openDatabase(url, () => undefined, { connections: 1 });
  try {
    const tables = await readTables(db);
    if (!areOurs(tables.names))
      throw new StartError('The database at DATABASE_URL has no tables of this product.');
    return { tables, serverMajor: await readServerMajor(db) };
  } finally {
    await db.destroy();
  }
}

/** A line of a dump’s own list, such as `215; 1259 16389 TABLE DATA public users owner`. */
export type Entry = {
  line: string;
  /** From the kind on. */
  text: string;
};

/** What the dump has, by its own list. Throws StartError if it can’t be read. */
export async function listEntries(
  folder: string,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<Entry[]> {
  const list = await run(join(folder, 'pg_restore'), ['--list', file], { signal });
  return [...list.matchAll(/^\d+; \d+ \d+ (.+)$/gm)].map(([line, text = '']) => ({ line, text }));
}

/** The tables of `schema` whose data the dump has. */
export function tablesOf(entries: readonly Entry[], schema: string): string[] {
  const before = `TABLE DATA ${schema} `;
  return entries
    .filter(({ text }) => text.startsWith(before))
    .map(({ text }) => text.slice(before.length, text.lastIndexOf(' ')));
}
