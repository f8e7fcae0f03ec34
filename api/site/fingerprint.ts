import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export type BuildVariables = {
  publicApiUrl: string;
  /** null where SITE_URL is not set: the default follows PORT, and a port is no reason to build again. */
  siteUrl: string | null;
};

/** The sources of the export, relative to the root. */
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

/**
 * A hash of the sources and the variables, without file times: neither a fresh clone nor a change of branch and back
 * builds twice.
 */
export async function fingerprint(root: string, { publicApiUrl, siteUrl }: BuildVariables): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([publicApiUrl, siteUrl]));
  const files = (await Promise.all(SOURCES.map((source) => filesOf(join(root, source))))).flat();
  const named = files.map((file) => ({ file, name: relative(root, file).split(sep).join('/') }));
  for (const { file, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = await readFile(file);
    hash.update(`\0${name}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex');
}

/** The file itself, or a folder's files; tests and hidden files are in no export. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^\.(DS_Store|.*\.sw[op])$|~$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
