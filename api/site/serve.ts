import type { Context } from 'hono';
import { trimTrailingSlashes } from '../config/environment-values.ts';
import { Problem } from '../http/problem.ts';
import { NO_REFERRER } from '../http/security-headers.ts';
import { type Answer, answerMissing, answerWithFile } from './answer.ts';
import { findTarget, HOST_RULES, type HostRule, parseHostRules } from './host-rules.ts';
import type { SiteFile } from './site-file.ts';

/** Paths with a token. */
const pathsWithToken = /^\/(reset-password|delete-account\/)/;

/** GET and HEAD. Pages have no redirect; other paths get the 404 page with status 404. */
export function serveSite(files: ReadonlyMap<string, SiteFile>) {
  const rules = getHostRules(files);

  return (context: Context): Response => {
    const address = normalisePath(context.req.path);
    if (pathsWithToken.test(address)) context.header('referrer-policy', NO_REFERRER);
    const redirectTarget = findTarget(rules, address, 302);
    if (redirectTarget) return context.redirect(redirectTarget, 302);
    const file = findFile(files, rules, address);
    const missing = files.get('/404.html');
    if (file) return toResponse(context, answerWithFile(context.req, file), address);
    if (missing) return toResponse(context, answerMissing(context.req, missing), address);
    throw new Problem(404, 'There’s nothing at this address.');
  };
}

/** Does without Hono's `Headers`: their ten headers would take as long as the rest of the request. */
function toResponse(context: Context, { status, body, headers }: Answer, address: string): Response {
  context.set('hasSecurityHeaders', true);
  const requestId = context.get('requestId');
  return new Response(body, {
    status,
    headers: {
      ...headers,
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...(pathsWithToken.test(address) ? { 'referrer-policy': NO_REFERRER } : {}),
    },
  });
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
  return parseHostRules(files.get(HOST_RULES)?.identity.body.toString() ?? '');
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
