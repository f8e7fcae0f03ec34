import { nginxLocations, redirectsFile } from '#site/content/host-rules.ts';

/** Astro ignores pages whose file name begins with an underscore, so the addresses are parameters. */
export const getStaticPaths = () => [
  { params: { rules: '_redirects' }, props: { text: redirectsFile() } },
  { params: { rules: '_nginx.conf' }, props: { text: nginxLocations() } },
];

export const GET = ({ props: { text } }: { props: { text: string } }) =>
  new Response(text, { headers: { 'Content-Type': 'text/plain' } });
