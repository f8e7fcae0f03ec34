import type { Context, Next } from 'hono';

/** The content security policy of answers that are no pages. */
export const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const NO_REFERRER = 'no-referrer';

/** Keep equal to public/_headers and deploy/nginx.conf. */
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

export const defaultHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': NOTHING_ALLOWED,
  'cache-control': 'no-store',
};

declare module 'hono' {
  interface ContextVariableMap {
    /** An answer that already has them sets this. */
    hasSecurityHeaders?: true;
  }
}

export async function setSecurityHeaders(context: Context, next: Next): Promise<void> {
  await next();
  if (context.get('hasSecurityHeaders')) return;
  const { headers } = context.res;
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
