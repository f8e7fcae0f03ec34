import type { APIRoute } from 'astro';
import { company } from '#brand/company.ts';

/** RFC 9116 recommends less than a year. */
const VALIDITY_MS = 364 * 24 * 60 * 60 * 1000;

export const GET: APIRoute = ({ site }) => {
  const lines = [
    `Contact: mailto:${company.securityEmail}`,
    `Expires: ${new Date(Date.now() + VALIDITY_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(site ? [`Canonical: ${new URL('/.well-known/security.txt', site).href}`] : []),
  ];
  return new Response(`${lines.join('\n')}\n`);
};
