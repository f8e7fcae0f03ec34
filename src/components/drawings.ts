import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The Noto food drawings in use, each on a canvas of 128 by 128. Only these are shipped. */
const used = {
  avocado: 'avocado',
  beans: 'beans',
  bread: 'bread',
  carrot: 'carrot',
  cheese: 'cheese-wedge',
  chicken: 'poultry-leg',
  egg: 'egg',
  mushroom: 'brown-mushroom',
  pan: 'cooking',
  pepper: 'bell-pepper',
  pot: 'pot-of-food',
  potato: 'potato',
  rice: 'cooked-rice',
  tomato: 'tomato',
} as const;

export type DrawingName = keyof typeof used;

const noto = JSON.parse(readFileSync(resolve('node_modules/@iconify-json/noto/icons.json'), 'utf8')) as {
  icons: Readonly<Record<string, { body: string }>>;
};

/** One decimal is finer than a pixel at any size we draw at. Arcs and shared ids would not survive it. */
export function optimised(name: string, body: string): string {
  if (/\sid=|[aA][\d.]+[ ,-]/.test(body))
    throw new Error(`The drawing ${name} needs an optimiser that knows arcs and ids.`);
  return body.replaceAll(/-?\d*\.\d+/g, (number) => {
    const rounded = String(Number(Number(number).toFixed(1))).replace(/^(-?)0\./, '$1.');
    // `1.04.96` and `1.04-.01` are two numbers each: what kept the second one apart must not get lost.
    return /^\.|^-/.test(number) && !rounded.startsWith('-') ? ` ${rounded}` : rounded;
  });
}

/** The shapes of one drawing, for inlining into a page. */
export function shapes(name: DrawingName): string {
  const body = noto.icons[used[name]]?.body;
  if (!body) throw new Error(`Noto has no drawing for ${name}.`);
  return optimised(name, body);
}

/** Every drawing in one file: pages show one with `<use href="/food.svg#egg">`. */
export function sprite(): string {
  const symbols = (Object.keys(used) as DrawingName[]).map(
    (name) => `<symbol id="${name}" viewBox="0 0 128 128">${shapes(name)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
