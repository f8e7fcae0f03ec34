import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { inject } from 'vitest';

export type BuiltSite = {
  /** Every page by its path on the site (`/`, `/privacy`, `/404.html`). */
  readonly pages: readonly string[];
  /** Whether there is a file for this path. */
  exists(path: string): boolean;
  /** The bytes of one file. */
  read(path: string): Buffer;
  /** One page as a browser would parse it; nothing in it runs. */
  documentOf(path: string): Document;
};

/** The export in a folder. */
export function siteIn(folder: string): BuiltSite {
  const fileOf = (path: string) => {
    const file = join(folder, path);
    return path.endsWith('/') || !/\.\w+$/.test(path) ? join(file, 'index.html') : file;
  };
  const read = (path: string) => readFileSync(fileOf(path));
  return {
    pages: globSync('**/*.html', { cwd: folder })
      .map((file) => `/${file.replace(/(^|\/)index\.html$/, '')}`)
      .sort(),
    exists: (path) => existsSync(fileOf(path)),
    read,
    documentOf: (path) => new JSDOM(read(path)).window.document,
  };
}

/** The built site under test: API at its default address, the site's own address unknown. */
export const { pages, exists, read, documentOf } = siteIn(inject('siteFolder'));

/** Pages that are complete without a script: all but those with a form to send (404.html confirms deletions). */
export const pagesToRead: readonly string[] = pages.filter(
  (page) => !/^\/(login|forgot-password|reset-password|delete-account|404)\b/.test(page),
);

/** Bytes that travel: brotli at its best for text, the file itself for what is compressed already. */
export function weight(path: string): number {
  const bytes = read(path);
  if (/\.(woff2|png)$/.test(path)) return bytes.length;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The hash by which a policy names an inline script or style. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
