import sharp from 'sharp';
import { drawMark, mark } from '#brand/mark.ts';
import { light } from '#brand/tokens.ts';

/**
 * The HTML refers to it as `cid:…`: mail programs show pictures of the message itself, and ask before they load others.
 */
export const LOGO_ID = 'logo@mail';

/** On the screen. The picture has three times as many pixels, for sharp screens. */
export const LOGO_SIZE_PX = 40;

let made: Promise<Buffer> | undefined;

/** A PNG, because mail programs show no SVG. Drawn once. */
export function drawLogo(): Promise<Buffer> {
  made ??= draw();
  return made;
}

async function draw(): Promise<Buffer> {
  const pixels = 3 * LOGO_SIZE_PX;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${mark.size} ${mark.size}">
${drawMark({ ground: light.basil, leaf: light['on-basil'] })}</svg>`;
  return sharp(Buffer.from(drawing)).png({ palette: true, effort: 10 }).toBuffer();
}
