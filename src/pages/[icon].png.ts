import { iconDrawing } from '#site/pictures/icon.ts';
import { pngResponse } from '#site/pictures/png.ts';

const icons = [
  { name: 'icon-192', pixels: 192, isFullBleed: false },
  { name: 'icon-512', pixels: 512, isFullBleed: false },
  { name: 'icon-maskable', pixels: 512, isFullBleed: true },
  { name: 'apple-touch-icon', pixels: 180, isFullBleed: true },
] as const;

type Icon = (typeof icons)[number];

export const getStaticPaths = () => icons.map((icon) => ({ params: { icon: icon.name }, props: icon }));

export const GET = ({ props }: { props: Icon }) => pngResponse(iconDrawing(props.pixels, props));
