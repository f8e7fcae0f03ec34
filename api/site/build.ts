import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../config/is-alive.ts';
import { errorMessage, StartError } from '../config/start-error.ts';
import { type Builder, buildWithAstro } from './astro.ts';
import { type BuildVariables, fingerprint } from './fingerprint.ts';

/** Written last, so that a folder that holds it is complete. */
const MARK = '.build.json';

const WITHOUT_SITE_URL =
  'SITE_URL is not set: the pages carry no canonical address and no og:image, and there is no sitemap.\n';

export type BuildOptions = BuildVariables & {
  /** The folder of package.json. */
  root: string;
  /** Ends the build. */
  signal: AbortSignal;
  builder?: Builder;
};

/**
 * Builds the static export into `dist/` where it is missing, or made from other sources or variables, and reports it
 * through `write`. The export is built in another folder and renamed, so that `dist/` is complete or absent after a
 * crash. Throws StartError with the output of the builder.
 */
export async function ensureBuilt(options: BuildOptions, write: (text: string) => void): Promise<void> {
  const { root, signal, builder = buildWithAstro } = options;
  const wanted = await fingerprint(root, options);
  if ((await markOf(join(root, 'dist'))) === wanted) return;

  // Beside `dist/`, for a rename; below a folder that git and the compiler already ignore.
  const workshops = join(root, '.astro');
  const workshop = join(workshops, `export-${process.pid}`);
  const fresh = join(workshop, 'dist');
  write('Building the site …\n');
  try {
    await mkdir(workshop, { recursive: true });
    await sweep(workshops);
    const { ok, output } = await builder({ root, outDir: fresh, variables: options, signal });
    signal.throwIfAborted();
    if (!ok) throw new StartError(`The site could not be built:\n${output}`);
    await writeFile(join(fresh, MARK), JSON.stringify({ fingerprint: wanted }));
    await swap(fresh, join(root, 'dist'), join(workshop, 'replaced'));
    if (!options.siteUrl) write(WITHOUT_SITE_URL);
  } catch (error) {
    if (error instanceof StartError || signal.aborted) throw error;
    throw new StartError(`The site could not be built: ${errorMessage(error)}`, { cause: error });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Removes the folders of builds that were killed. */
async function sweep(workshops: string): Promise<void> {
  for (const name of await readdir(workshops)) {
    const maker = Number(name.match(/^export-(\d+)$/)?.[1] ?? process.pid);
    if (!isAlive(maker)) await rm(join(workshops, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function markOf(dist: string): Promise<string | null> {
  try {
    const mark: { fingerprint?: string } = JSON.parse(await readFile(join(dist, MARK), 'utf8'));
    return mark.fingerprint ?? null;
  } catch {
    // Missing, unreadable or of another origin: nothing to rely on.
    return null;
  }
}

/** Another start may put its own export there between the two renames. Then that one is replaced. */
async function swap(fresh: string, dist: string, replaced: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await rename(dist, `${replaced}-${attempt}`).catch(unlessCode('ENOENT'));
    const moved = await rename(fresh, dist).then(() => true, unlessCode('ENOTEMPTY', 'EEXIST'));
    if (moved) return;
    if (attempt === 5) throw new Error(`${dist} is being replaced by others`);
  }
}

function unlessCode(...codes: string[]) {
  return (error: NodeJS.ErrnoException): false => {
    if (codes.includes(error.code ?? '')) return false;
    throw error;
  };
}
