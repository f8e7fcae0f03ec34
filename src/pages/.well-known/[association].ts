import { appleAssociation, googleAssociation } from '#site/content/app-links.ts';

type File = { association: string; content: unknown };

const files: readonly File[] = [
  { association: 'apple-app-site-association', content: appleAssociation() },
  { association: 'assetlinks.json', content: googleAssociation() },
];

/** There is no file without an id: an empty association would claim that there is no app. */
export const getStaticPaths = () =>
  files
    .filter(({ content }) => content !== null)
    .map(({ association, content }) => ({ params: { association }, props: { content } }));

export const GET = ({ props }: { props: { content: unknown } }) =>
  new Response(JSON.stringify(props.content), { headers: { 'Content-Type': 'application/json' } });
