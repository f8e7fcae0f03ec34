import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { create } from 'fontkitten';

const file = resolve('node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2');
const font = headlineFont();

function headlineFont() {
  const read = create(readFileSync(file));
  if (read.isCollection) throw new Error(`${file} holds more than one font.`);
  return read;
}

const LETTER_SPACING_EM = -0.015;

/** Width in pixels. */
function widthOf(text: string, size: number): number {
  const glyphs = font.glyphsForString(text);
  const units = glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  return size * (units / font.unitsPerEm + glyphs.length * LETTER_SPACING_EM);
}

/** In pixels. The baseline starts at (x, y). */
type Line = { size: number; x: number; y: number; fill: string };

/** An SVG path, because sharp loads no font files; other scripts than Latin use system fonts. */
export function outline(text: string, { size, x, y, fill }: Line): string {
  const known = [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  if (!known) {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<text x="${x}" y="${y}" font-family="serif" font-weight="600" font-size="${size}" fill="${fill}">${safe}</text>`;
  }
  const scale = size / font.unitsPerEm;
  let start = x;
  const paths = font.glyphsForString(text).map(({ path, advanceWidth }) => {
    const drawn = path.scale(scale, -scale).translate(start, y).toSVG();
    start += size * (advanceWidth / font.unitsPerEm + LETTER_SPACING_EM);
    return drawn;
  });
  return `<path fill="${fill}" d="${paths.join('')}"/>`;
}

/** Lines of at most `width` pixels; a longer word gets its own line. */
export function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && widthOf(longer, size) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
