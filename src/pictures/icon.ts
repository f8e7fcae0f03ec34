import { light } from '#brand/tokens.ts';
import { mark } from '#site/components/frame/mark.ts';

type Colours = { ground: string; leaf: string };

export function leaf(colours: Colours): string {
  const middle = mark.size / 2;
  return `<circle cx="${middle}" cy="${middle}" r="${middle}" fill="${colours.ground}"/>
<path d="${mark.leaf}" fill="${colours.leaf}"/>
<path d="${mark.vein}" fill="none" stroke="${colours.ground}" stroke-width="1.6" stroke-linecap="round"/>`;
}

/** `isFullBleed` fills the square, for devices that crop icons to their own shape. */
export function iconDrawing(pixels: number, { isFullBleed = false } = {}): string {
  const colours = { ground: light.basil, leaf: light['on-basil'] };
  const ground = isFullBleed
    ? `<rect width="${mark.size}" height="${mark.size}" fill="${colours.ground}"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${mark.size} ${mark.size}">
${ground}${leaf(colours)}</svg>`;
}
