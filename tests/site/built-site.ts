import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { inject } from 'vitest';

export type BuiltSite = {
  /** Paths of all pages, such as `/`, `/privacy` and `/404.html`. */
  readonly pages: readonly string[];
  exists(path: string): boolean;
  read(path: string): Buffer;
  /** Parsed; scripts do not run. */
  documentOf(path: string): Document;
};

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

/** API at its default address, without SITE_URL. */
export const { pages, exists, read, documentOf } = siteIn(inject('siteFolder'));

/** Pages without a form (404.html confirms deletions). */
export const pagesToRead: readonly string[] = pages.filter(
  (page) => !/^\/(login|forgot-password|reset-password|delete-account|404)\b/.test(page),
);

/** Transferred bytes: brotli at level 11 for text, the file size for compressed formats. */
export function transferBytes(path: string): number {
  const bytes = read(path);
  if (/\.(woff2|png)$/.test(path)) return bytes.length;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The CSP hash of an inline script or style. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
