import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Encoding } from '../http/content-negotiation.ts';
import { NOTHING_ALLOWED, securityHeaders } from '../http/security-headers.ts';
import { HOST_RULES } from './host-rules.ts';

type Body = Buffer<ArrayBuffer>;

/** The bytes of a file in one encoding, with every header that does not depend on the request. */
export type Representation = {
  readonly body: Body;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type SiteFile = {
  readonly identity: Representation;
  /** What the build has compressed, the best encoding first. */
  readonly encoded: ReadonlyMap<Encoding, Representation>;
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

/** `address` is a path in the export, as `/privacy/index.html`. */
export function createSiteFile(
  address: string,
  body: Body,
  encodedBodies: ReadonlyMap<Encoding, Body> = new Map(),
): SiteFile {
  const type =
    contentTypes[address === APP_SITE_ASSOCIATION ? '.json' : extname(address)] ?? 'application/octet-stream';
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const headers = {
    ...securityHeaders,
    'content-type': type,
    // The one of a page has the hashes of its inline scripts.
    'content-security-policy': getPolicy(type, body),
    'cache-control': getCacheControl(address),
    'accept-ranges': 'bytes',
    ...(encodedBodies.size > 0 ? { vary: 'accept-encoding' } : {}),
  };
  return {
    identity: createRepresentation(body, `"${hash}"`, headers),
    encoded: new Map(
      [...encodedBodies].map(([encoding, bytes]) => [
        encoding,
        createRepresentation(bytes, `"${hash}-${encoding}"`, { ...headers, 'content-encoding': encoding }),
      ]),
    ),
  };
}

function createRepresentation(body: Body, etag: string, headers: Record<string, string>): Representation {
  return { body, etag, headers: { ...headers, etag, 'content-length': String(body.length) } };
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
  const content = html.match(/<meta http-equiv="content-security-policy" content="([^"]+)"/)?.[1];
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

/** Files that only other hosts read. */
const hostFiles = ['_headers', '_nginx.conf', '.build.json', '.nojekyll'];

/** Names of files that hold another one, the best encoding first. */
const encodings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/**
 * Reads a folder of the site; the keys are paths, as `/privacy` or `/404.html`. The file with host rules has the key
 * `HOST_RULES`, which is no path.
 */
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
