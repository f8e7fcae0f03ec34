import { redirectsFile } from '#site/content/host-rules.ts';

/** Astro ignores a page whose name begins with an underscore. */
export const getStaticPaths = () => [{ params: { rules: '_redirects' } }];

export const GET = () => new Response(redirectsFile(), { headers: { 'Content-Type': 'text/plain' } });
