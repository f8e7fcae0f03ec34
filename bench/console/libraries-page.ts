import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'rolldown';
import { createSiteFile, type SiteFile } from '#api/site/site-file.ts';

export const LIBRARIES_PATH = '/libraries-to-compare-with.html';
const SCRIPT_PATH = '/_astro/libraries-to-compare-with.js';

const page = Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Libraries</title>
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self'">
<script type="module" src="${SCRIPT_PATH}"></script><div></div>`);

/** A page with one row by the libraries of the console, built and compressed as the site is: the least a screen needs. */
export async function buildLibrariesPage(): Promise<[string, SiteFile][]> {
  const { output } = await build({
    input: fileURLToPath(new URL('libraries.tsx', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { minify: true },
    write: false,
  });
  const script = Buffer.from(output[0].code);
  const encoded = new Map([['br', Buffer.from(brotliCompressSync(script))]] as const);
  return [
    [LIBRARIES_PATH, createSiteFile(LIBRARIES_PATH, page)],
    [SCRIPT_PATH, createSiteFile(SCRIPT_PATH, script, encoded)],
  ];
}
