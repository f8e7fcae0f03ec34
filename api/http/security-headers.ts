import type { Context, Next } from 'hono';

/** For an answer that is no page: it loads nothing, sends nothing and is shown in no frame. */
export const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For an address with a token: the browser sends no Referer. */
export const NO_REFERRER = 'no-referrer';

/** The security headers of every answer. public/_headers and deploy/nginx.conf say the same for other hosts. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

/** The headers of an answer unless its handler sets another value. */
export const defaultHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': NOTHING_ALLOWED,
  'cache-control': 'no-store',
};

/** Adds the headers that the handler has not set. */
export async function secure(context: Context, next: Next): Promise<void> {
  await next();
  const { headers } = context.res;
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
