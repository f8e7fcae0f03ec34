import { drawMark } from '#brand/mark.ts';
import { product } from '#brand/product.ts';
import { light } from '#brand/tokens.ts';
import { shapes } from '#site/components/drawings/drawings.ts';
import type { PublicPage } from '#site/content/pages.ts';
import { outline, wrapLines } from './outline.ts';

export const previewSize = { width: 1200, height: 630 } as const;

const MARGIN_PX = 80;
const COLUMN_PX = 560;

const LARGE_FONT_PX = 84;
const SMALL_FONT_PX = 72;

export function previewDrawing({ headline, drawing, tint }: PublicPage): string {
  const { width, height } = previewSize;
  const size = wrapLines(headline, LARGE_FONT_PX, COLUMN_PX).length > 2 ? SMALL_FONT_PX : LARGE_FONT_PX;
  const lines = wrapLines(headline, size, COLUMN_PX);
  const lineHeight = size * 1.08;
  const firstBaseline = 330 - ((lines.length - 1) * lineHeight) / 2 + size * 0.35;
  const plate = { x: width - 232, y: height / 2 + 20, radius: 290 };
  const food = 330;
  const tagline = wrapLines(product.tagline, 27, COLUMN_PX);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${light.paper}"/>
<circle cx="${plate.x + 8}" cy="${plate.y + 14}" r="${plate.radius}" fill="${light.line}" opacity="0.6"/>
<circle cx="${plate.x}" cy="${plate.y}" r="${plate.radius}" fill="${light.sheet}"/>
<circle cx="${plate.x}" cy="${plate.y}" r="${plate.radius * 0.8}" fill="${light[`${tint}-tint`]}" stroke="${light.line}" stroke-width="4"/>
${drawing === null ? '' : `<svg x="${plate.x - food / 2}" y="${plate.y - food / 2}" width="${food}" height="${food}" viewBox="0 0 128 128">${shapes(drawing)}</svg>`}
<g transform="translate(${MARGIN_PX} 64) scale(1.9)">${drawMark({ ground: light.basil, leaf: light['on-basil'] })}</g>
${outline(product.name, { size: 38, x: MARGIN_PX + 78, y: 107, fill: light.ink })}
${lines.map((line, at) => outline(line, { size, x: MARGIN_PX - 4, y: firstBaseline + at * lineHeight, fill: light.ink })).join('')}
${tagline.map((line, at) => outline(line, { size: 27, x: MARGIN_PX, y: height - 62 - (tagline.length - 1 - at) * 36, fill: light.muted })).join('')}
</svg>`;
}
