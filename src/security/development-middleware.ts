import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'astro';
import { directives } from './content-security-policy.ts';
import { inlineHashes } from './inline-hashes.ts';

/** Allows the inline scripts and styles of each page by hash, and those of Vite by nonce. */
export const onRequest: MiddlewareHandler = async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const nonce = randomUUID();
  const html = (await response.text()).replace(
    '<head>',
    `<head><meta property="csp-nonce" nonce="${nonce}">`,
  );
  const hashes = inlineHashes(html);
  const policy = [
    ...directives(import.meta.env.PUBLIC_API_URL),
    `script-src 'self' ${[...hashes.script].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}' ${[...hashes.style].join(' ')}`,
    "frame-ancestors 'none'",
  ];
  const headers = new Headers(response.headers);
  headers.set('content-security-policy', policy.join('; '));
  headers.delete('content-length');
  return new Response(html, { status: response.status, headers });
};
