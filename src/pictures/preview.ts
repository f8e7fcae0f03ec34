import { product } from '#brand/product.ts';
import { light } from '#brand/tokens.ts';
import { shapes } from '#site/components/drawings/drawings.ts';
import type { PublicPage } from '#site/content/pages.ts';
import { leaf } from './icon.ts';
import { outline, wrapped } from './outline.ts';

export const previewSize = { width: 1200, height: 630 } as const;

const MARGIN = 80;
const COLUMN = 560;

const LARGE = 84;
const SMALL = 72;

export function previewDrawing({ headline, drawing, tint }: PublicPage): string {
  const { width, height } = previewSize;
  const size = wrapped(headline, LARGE, COLUMN).length > 2 ? SMALL : LARGE;
  const lines = wrapped(headline, size, COLUMN);
  const pitch = size * 1.08;
  const first = 330 - ((lines.length - 1) * pitch) / 2 + size * 0.35;
  const plate = { x: width - 232, y: height / 2 + 20, radius: 290 };
  const food = 330;
  const tagline = wrapped(product.tagline, 27, COLUMN);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${light.paper}"/>
<circle cx="${plate.x}" cy="${plate.y}" r="${plate.radius}" fill="${light[`${tint}-tint`]}"/>
<circle cx="${plate.x}" cy="${plate.y}" r="${plate.radius - 34}" fill="none" stroke="${light.sheet}" stroke-width="6"/>
<svg x="${plate.x - food / 2}" y="${plate.y - food / 2}" width="${food}" height="${food}" viewBox="0 0 128 128">${shapes(drawing)}</svg>
<g transform="translate(${MARGIN} 64) scale(1.9)">${leaf({ ground: light.basil, leaf: light['on-basil'] })}</g>
${outline(product.name, 38, MARGIN + 78, 107, light.ink)}
${lines.map((line, at) => outline(line, size, MARGIN - 4, first + at * pitch, light.ink)).join('')}
${tagline.map((line, at) => outline(line, 27, MARGIN, height - 62 - (tagline.length - 1 - at) * 36, light.muted)).join('')}
</svg>`;
}
