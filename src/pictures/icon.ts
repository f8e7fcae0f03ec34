import { drawMark, mark } from '#brand/mark.ts';
import { light } from '#brand/tokens.ts';

/** `isFullBleed` fills the square, for devices that crop icons to their own shape. */
export function iconDrawing(pixels: number, { isFullBleed = false } = {}): string {
  const colours = { ground: light.basil, leaf: light['on-basil'] };
  const ground = isFullBleed
    ? `<rect width="${mark.size}" height="${mark.size}" fill="${colours.ground}"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${mark.size} ${mark.size}">
${ground}${drawMark(colours)}</svg>`;
}
