import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { NOTHING_ALLOWED } from '../http/security-headers.ts';
import { HOST_RULES } from './host-rules.ts';

export type SiteFile = {
  readonly body: Buffer<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** The content security policy. The one of a page has the hashes of its inline scripts. */
  readonly policy: string;
  readonly cacheControl: string;
  readonly isCompressible: boolean;
};

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Has no extension; Apple defines the name. */
const APP_SITE_ASSOCIATION = '/.well-known/apple-app-site-association';

/** Files that only other hosts read. */
const hostFiles = ['_headers', '_nginx.conf', '.build.json'];

/** By path, as `/privacy` or `/404.html`. The file with host rules has the key `HOST_RULES`, which is no path. */
export async function readSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !hostFiles.includes(entry.name));
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.name === HOST_RULES)
      return [HOST_RULES, createSiteFile(HOST_RULES, await readFile(path))] as const;
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    return [
      address.replace(/\/index\.html$/, '') || '/',
      createSiteFile(address, await readFile(path)),
    ] as const;
  });
  return new Map(await Promise.all(read));
}

function createSiteFile(address: string, body: Buffer<ArrayBuffer>): SiteFile {
  const type =
    contentTypes[address === APP_SITE_ASSOCIATION ? '.json' : extname(address)] ?? 'application/octet-stream';
  return {
    body,
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    policy: getPolicy(type, body),
    cacheControl: getCacheControl(address),
    isCompressible: /^text|json|xml/.test(type),
  };
}

/** Keep equal to public/_headers. */
export function getCacheControl(address: string): string {
  // The file name contains a hash of the content.
  if (address.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  if (address.startsWith('/preview/')) return 'public, max-age=86400';
  if (address === '/food.svg') return 'public, max-age=86400, stale-while-revalidate=604800';
  return 'no-cache';
}

function getPolicy(type: string, body: Buffer): string {
  if (type.startsWith('text/html')) return getPagePolicy(body.toString());
  return type === 'image/svg+xml' ? getSvgPolicy(body.toString()) : NOTHING_ALLOWED;
}

/** `frame-ancestors` works only in a header, so it is added to the policy of the page's meta element. */
function getPagePolicy(html: string): string {
  const content = html.match(/<meta http-equiv="content-security-policy" content="([^"]+)"/i)?.[1];
  if (!content) return NOTHING_ALLOWED;
  const policy = content.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`;
}

/** An SVG that is opened directly is a document and needs the hashes of its styles. */
function getSvgPolicy(svg: string): string {
  const styles = [...svg.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return hashes.length === 0 ? NOTHING_ALLOWED : `${NOTHING_ALLOWED}; style-src ${hashes.join(' ')}`;
}
