import { getCollection } from 'astro:content';
import { publicPages } from '#site/content/pages.ts';

/** Sitemaps need absolute addresses, so SITE_URL must be set. */
export const getStaticPaths = () => (import.meta.env.SITE ? [{ params: { map: 'sitemap' } }] : []);

export async function GET({ site }: { site: URL | undefined }): Promise<Response> {
  const updated = new Map((await getCollection('legal')).map(({ id, data }) => [`/${id}`, data.updated]));
  const entries = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => {
      const day = updated.get(path)?.toISOString().slice(0, 10);
      return `<url><loc>${new URL(path, site).href}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
    });
  const map = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
  return new Response(map, { headers: { 'Content-Type': 'application/xml' } });
}
