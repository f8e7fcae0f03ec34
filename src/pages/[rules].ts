import { redirectsFile } from '#site/content/host-rules.ts';

/** Not named _redirects.ts, because Astro ignores pages that begin with an underscore. */
export const getStaticPaths = () => [{ params: { rules: '_redirects' } }];

export const GET = () => new Response(redirectsFile(), { headers: { 'Content-Type': 'text/plain' } });
