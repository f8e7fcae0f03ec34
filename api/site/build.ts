import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '../config/is-process-alive.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { type Builder, buildWithAstro } from './astro.ts';
import { type BuildVariables, computeFingerprint } from './fingerprint.ts';
import { readSite, type SiteFile } from './site-file.ts';

/** Written last: its presence means a complete export. */
const MANIFEST = '.build.json';

const SITE_URL_WARNING =
  'SITE_URL is not set: the pages carry no canonical address and no og:image, and there is no sitemap.\n';

export type BuildOptions = BuildVariables & {
  root: string;
  signal: AbortSignal;
  builder?: Builder;
};

/** Builds `dist/` if missing or outdated; replaces it by a rename. Throws StartError with the output. */
export async function ensureBuilt(options: BuildOptions, write: (text: string) => void): Promise<void> {
  const { root, signal, builder = buildWithAstro } = options;
  const currentFingerprint = await computeFingerprint(root, options);
  if ((await readFingerprint(join(root, 'dist'))) === currentFingerprint) return;

  // The rename needs the same file system. Git and the compiler ignore this folder.
  const temporaryRoot = join(root, '.astro');
  const temporaryFolder = join(temporaryRoot, `export-${process.pid}`);
  const newExport = join(temporaryFolder, 'dist');
  write('Building the site …\n');
  try {
    await mkdir(temporaryFolder, { recursive: true });
    await removeTemporaryFoldersOfDeadProcesses(temporaryRoot);
    const { ok, output } = await builder({ root, outDir: newExport, variables: options, signal });
    signal.throwIfAborted();
    if (!ok) throw new StartError(`The site couldn’t be built:\n${output}`);
    await writeFile(join(newExport, MANIFEST), JSON.stringify({ fingerprint: currentFingerprint }));
    await replaceExport(newExport, join(root, 'dist'), join(temporaryFolder, 'replaced'));
    if (!options.siteUrl) write(SITE_URL_WARNING);
  } catch (error) {
    if (error instanceof StartError || signal.aborted) throw error;
    throw new StartError(`The site couldn’t be built: ${getErrorMessage(error)}`, { cause: error });
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/**
 * The export for these variables, built if necessary, in memory: a later start may replace `dist/`. One that does so while
 * it is read makes this one begin again. Throws StartError.
 */
export async function openSite(
  options: BuildOptions,
  write: (text: string) => void,
): Promise<ReadonlyMap<string, SiteFile>> {
  const dist = join(options.root, 'dist');
  for (;;) {
    await ensureBuilt(options, write);
    const before = await readFingerprint(dist);
    const site = await readSite(dist).catch(ignoreErrorCodes('ENOENT'));
    const isWhole = before !== null && before === (await readFingerprint(dist));
    if (site && isWhole && before === (await computeFingerprint(options.root, options))) return site;
  }
}

async function removeTemporaryFoldersOfDeadProcesses(temporaryRoot: string): Promise<void> {
  for (const name of await readdir(temporaryRoot)) {
    const pid = Number(name.match(/^export-(\d+)$/)?.[1] ?? process.pid);
    if (!isProcessAlive(pid))
      await rm(join(temporaryRoot, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFingerprint(dist: string): Promise<string | null> {
  try {
    const manifest: { fingerprint?: string } = JSON.parse(await readFile(join(dist, MANIFEST), 'utf8'));
    return manifest.fingerprint ?? null;
  } catch {
    // Missing, unreadable, or written by another program.
    return null;
  }
}

/** Another start may create `dist/` between the two renames. It is replaced too. */
async function replaceExport(newExport: string, dist: string, replaced: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await rename(dist, `${replaced}-${attempt}`).catch(ignoreErrorCodes('ENOENT'));
    const moved = await rename(newExport, dist).then(() => true, ignoreErrorCodes('ENOTEMPTY', 'EEXIST'));
    if (moved) return;
    if (attempt === 5) throw new Error(`${dist} is being replaced by others`);
  }
}

function ignoreErrorCodes(...codes: string[]) {
  return (error: NodeJS.ErrnoException): false => {
    if (codes.includes(error.code ?? '')) return false;
    throw error;
  };
}
