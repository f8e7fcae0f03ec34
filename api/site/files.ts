import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { NOTHING_ALLOWED } from '../http/security-headers.ts';
import { HOST_RULES } from './host-rules.ts';

/** A file of the static export, ready to be sent. */
export type SiteFile = {
  readonly body: Buffer<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** What it may load: a page's own policy, which alone knows its hashes; nothing, for what is no document. */
  readonly policy: string;
  /** Its `Cache-Control`. */
  readonly caching: string;
  /** Whether it is compressed. */
  readonly compressible: boolean;
};

const types: Readonly<Record<string, string>> = {
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

/** The one file without an extension; Apple chose its name. */
const ASSOCIATION = '/.well-known/apple-app-site-association';

/** Files for other hosts that serve the export. */
const hostFiles = ['_headers', '.build.json'];

/**
 * Every file of the export in `folder` by its address from the root: `/privacy`, `/_astro/x.js`, `/404.html`; and the
 * rules of hosts under `HOST_RULES`, which is no address.
 */
export async function readSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !hostFiles.includes(entry.name));
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.name === HOST_RULES) return [HOST_RULES, describe(HOST_RULES, await readFile(path))] as const;
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    return [address.replace(/\/index\.html$/, '') || '/', describe(address, await readFile(path))] as const;
  });
  return new Map(await Promise.all(read));
}

function describe(address: string, body: Buffer<ArrayBuffer>): SiteFile {
  const type = types[address === ASSOCIATION ? '.json' : extname(address)] ?? 'application/octet-stream';
  return {
    body,
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    policy: policyOf(type, body),
    caching: cachingOf(address),
    compressible: /^text|json|xml/.test(type),
  };
}

/** The `Cache-Control` of the file at this address. The same as in public/_headers. */
export function cachingOf(address: string): string {
  // The address changes with the content.
  if (address.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  if (address.startsWith('/preview/')) return 'public, max-age=86400';
  if (address === '/food.svg') return 'public, max-age=86400, stale-while-revalidate=604800';
  return 'no-cache';
}

function policyOf(type: string, body: Buffer): string {
  if (type.startsWith('text/html')) return pagePolicy(body.toString());
  return type === 'image/svg+xml' ? drawingPolicy(body.toString()) : NOTHING_ALLOWED;
}

/** The policy in the page's meta element, with the directives that only a header may have. */
function pagePolicy(html: string): string {
  const content = html.match(/<meta http-equiv="content-security-policy" content="([^"]+)"/i)?.[1];
  if (!content) return NOTHING_ALLOWED;
  const policy = content.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`;
}

/** A drawing that is opened alone is a document. It needs the hashes of its styles. */
function drawingPolicy(svg: string): string {
  const styles = [...svg.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return hashes.length === 0 ? NOTHING_ALLOWED : `${NOTHING_ALLOWED}; style-src ${hashes.join(' ')}`;
}
