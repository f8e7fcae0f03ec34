import { type PublicPage, previewPath, publicPages } from '#site/content/pages.ts';
import { pngResponse } from '#site/pictures/png.ts';
import { previewDrawing } from '#site/pictures/preview.ts';

export const getStaticPaths = () =>
  publicPages.map((page) => ({
    params: { name: previewPath(page).replace(/^\/preview\/|\.png$/g, '') },
    props: page,
  }));

export const GET = ({ props }: { props: PublicPage }) => pngResponse(previewDrawing(props));
