import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Encoding } from '../http/content-negotiation.ts';
import { HOST_RULES } from './host-rules.ts';
import { createSiteFile, type SiteFile } from './site-file.ts';

/** Files that only other hosts read. */
const hostFiles = ['_headers', '_nginx.conf', '.build.json'];

/** Names of files that hold another one, the best encoding first. */
const encodings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** By path, as `/privacy` or `/404.html`. The file with host rules has the key `HOST_RULES`, which is no path. */
export async function readSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !hostFiles.includes(entry.name));
  const paths = new Set(files.map(({ parentPath, name }) => join(parentPath, name)));
  const originals = [...paths].filter(
    (path) => !encodings.some(([, end]) => path.endsWith(end) && paths.has(path.slice(0, -end.length))),
  );
  const read = originals.map(async (path): Promise<[string, SiteFile]> => {
    const body = await readFile(path);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (address === `/${HOST_RULES}`) return [HOST_RULES, createSiteFile(HOST_RULES, body)];
    const file = createSiteFile(address, body, await readEncoded(path, paths));
    return [address.replace(/\/index\.html$/, '') || '/', file];
  });
  return new Map(await Promise.all(read));
}

async function readEncoded(path: string, paths: ReadonlySet<string>) {
  const found = encodings.filter(([, end]) => paths.has(path + end));
  return new Map(
    await Promise.all(found.map(async ([encoding, end]) => [encoding, await readFile(path + end)] as const)),
  );
}
