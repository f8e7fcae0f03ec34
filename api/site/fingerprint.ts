import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export type BuildVariables = {
  publicApiUrl: string;
  /** null if SITE_URL is unset: its default contains PORT, which needs no new build. */
  siteUrl: string | null;
};

/** Relative to the root. */
const SOURCES = [
  'src',
  'shared',
  'admin-spa',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Ignores file times, so that a fresh clone or a changed branch needs no new build. */
export async function computeFingerprint(
  root: string,
  { publicApiUrl, siteUrl }: BuildVariables,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([publicApiUrl, siteUrl]));
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(root, source))))).flat();
  const named = files.map((file) => ({ file, name: relative(root, file).split(sep).join('/') }));
  for (const { file, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = await readFile(file);
    hash.update(`\0${name}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex');
}

/** Leaves out tests and hidden files, which are in no export. */
async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^\.(DS_Store|.*\.sw[op])$|~$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
