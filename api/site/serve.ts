import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { withoutTrailingSlashes } from '../config/trailing-slashes.ts';
import { Problem } from '../http/problem.ts';
import { NO_REFERRER } from '../http/security-headers.ts';
import { type Encoding, encodingFor, isUnchanged } from './conditions.ts';
import type { SiteFile } from './files.ts';
import { HOST_RULES, type HostRule, hostRulesIn, targetOf } from './host-rules.ts';

/** Addresses with a token. */
const secretive = /^\/(reset-password|delete-account\/)/;

const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
} as const satisfies Record<Encoding, unknown>;

/** Answers GET and HEAD from the export: its pages without a redirect, and its own 404 page with status 404. */
export function serveSite(files: ReadonlyMap<string, SiteFile>) {
  const rules = hostRulesOf(files);
  const compressed = new WeakMap<SiteFile, Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>>();

  async function send(context: Context, file: SiteFile, status: 200 | 404): Promise<Response> {
    context.header('content-type', file.type);
    context.header('etag', file.etag);
    context.header('cache-control', file.caching);
    context.header('content-security-policy', file.policy);
    if (file.compressible) context.header('vary', 'accept-encoding');
    if (status === 200 && isUnchanged(context.req.header('if-none-match'), file.etag)) {
      return context.body(null, 304);
    }
    const encoding = file.compressible ? encodingFor(context.req.header('accept-encoding')) : null;
    if (!encoding) return context.body(file.body, status);
    context.header('content-encoding', encoding);
    const bodies = compressed.get(file) ?? {};
    compressed.set(file, bodies);
    bodies[encoding] ??= encoders[encoding](file.body) as Promise<Buffer<ArrayBuffer>>;
    return context.body(await bodies[encoding], status);
  }

  return async (context: Context): Promise<Response> => {
    const address = addressOf(context.req.path);
    if (secretive.test(address)) context.header('referrer-policy', NO_REFERRER);
    const elsewhere = targetOf(rules, address, 302);
    if (elsewhere) return context.redirect(elsewhere, 302);
    const file = fileAt(files, rules, address);
    if (file) return send(context, file, 200);
    const missing = files.get('/404.html');
    if (missing) return send(context, missing, 404);
    throw new Problem(404, 'There is nothing at this address.');
  };
}

/** Whether the site has a page or a redirect at this path. */
export function isOnSite(files: ReadonlyMap<string, SiteFile>, path: string): boolean {
  const address = addressOf(path);
  const rules = hostRulesOf(files);
  return targetOf(rules, address, 302) !== null || fileAt(files, rules, address) !== undefined;
}

function fileAt(
  files: ReadonlyMap<string, SiteFile>,
  rules: readonly HostRule[],
  address: string,
): SiteFile | undefined {
  const rewritten = targetOf(rules, address, 200);
  return files.get(address) ?? (rewritten ? files.get(addressOf(rewritten)) : undefined);
}

/** The rules that the build wrote; none where the export has no such file. */
function hostRulesOf(files: ReadonlyMap<string, SiteFile>): readonly HostRule[] {
  return hostRulesIn(files.get(HOST_RULES)?.body.toString() ?? '');
}

function addressOf(path: string): string {
  return withoutTrailingSlashes(decoded(path)) || '/';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A broken escape matches no address.
    return path;
  }
}
