import type { APIRoute } from 'astro';

/** Everything may be read: what is not for search engines says so in its own head, where they must be able to see it. */
export const GET: APIRoute = ({ site }) => {
  const map = site ? `\nSitemap: ${new URL('/sitemap.xml', site).href}\n` : '';
  return new Response(`User-agent: *\nAllow: /\n${map}`);
};
