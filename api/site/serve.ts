import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { trimTrailingSlashes } from '../config/trim-trailing-slashes.ts';
import { Problem } from '../http/problem.ts';
import { NO_REFERRER } from '../http/security-headers.ts';
import { type Encoding, matchesEtag, negotiateEncoding } from './content-negotiation.ts';
import type { SiteFile } from './files.ts';
import { findTarget, HOST_RULES, type HostRule, parseHostRules } from './host-rules.ts';

/** Paths with a token. */
const pathsWithToken = /^\/(reset-password|delete-account\/)/;

const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
} as const satisfies Record<Encoding, unknown>;

/** GET and HEAD. Pages have no redirect; other paths get the 404 page with status 404. */
export function serveSite(files: ReadonlyMap<string, SiteFile>) {
  const rules = getHostRules(files);
  const compressed = new WeakMap<SiteFile, Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>>();

  async function send(context: Context, file: SiteFile, status: 200 | 404): Promise<Response> {
    context.header('content-type', file.type);
    context.header('etag', file.etag);
    context.header('cache-control', file.cacheControl);
    context.header('content-security-policy', file.policy);
    if (file.isCompressible) context.header('vary', 'accept-encoding');
    if (status === 200 && matchesEtag(context.req.header('if-none-match'), file.etag)) {
      return context.body(null, 304);
    }
    const encoding = file.isCompressible ? negotiateEncoding(context.req.header('accept-encoding')) : null;
    if (!encoding) return context.body(file.body, status);
    context.header('content-encoding', encoding);
    const bodies = compressed.get(file) ?? {};
    compressed.set(file, bodies);
    bodies[encoding] ??= encoders[encoding](file.body);
    return context.body(await bodies[encoding], status);
  }

  return async (context: Context): Promise<Response> => {
    const address = normalisePath(context.req.path);
    if (pathsWithToken.test(address)) context.header('referrer-policy', NO_REFERRER);
    const redirectTarget = findTarget(rules, address, 302);
    if (redirectTarget) return context.redirect(redirectTarget, 302);
    const file = findFile(files, rules, address);
    if (file) return send(context, file, 200);
    const missing = files.get('/404.html');
    if (missing) return send(context, missing, 404);
    throw new Problem(404, 'There is nothing at this address.');
  };
}

export function isOnSite(files: ReadonlyMap<string, SiteFile>, path: string): boolean {
  const address = normalisePath(path);
  const rules = getHostRules(files);
  return findTarget(rules, address, 302) !== null || findFile(files, rules, address) !== undefined;
}

function findFile(
  files: ReadonlyMap<string, SiteFile>,
  rules: readonly HostRule[],
  address: string,
): SiteFile | undefined {
  const rewritten = findTarget(rules, address, 200);
  return files.get(address) ?? (rewritten ? files.get(normalisePath(rewritten)) : undefined);
}

/** Empty if the export has no such file. */
function getHostRules(files: ReadonlyMap<string, SiteFile>): readonly HostRule[] {
  return parseHostRules(files.get(HOST_RULES)?.body.toString() ?? '');
}

function normalisePath(path: string): string {
  return trimTrailingSlashes(decodePath(path)) || '/';
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A broken escape matches no path.
    return path;
  }
}
