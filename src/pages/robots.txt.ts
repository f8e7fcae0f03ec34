import type { APIRoute } from 'astro';

/** No page is blocked: search engines must be able to read its noindex. */
export const GET: APIRoute = ({ site }) => {
  const map = site ? `\nSitemap: ${new URL('/sitemap.xml', site).href}\n` : '';
  return new Response(`User-agent: *\nAllow: /\n${map}`);
};
