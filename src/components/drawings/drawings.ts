import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { optimize } from 'svgo';

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

const canvas = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${body}</svg>`;

/** The shapes of a drawing as short as can be, its numbers with so many decimals. Throws where shapes need an id. */
export function optimised(name: string, body: string, decimals: number): string {
  const { data } = optimize(canvas(body), { floatPrecision: decimals, multipass: true });
  const shapes = data.match(/^<svg [^>]*>(.*)<\/svg>$/s)?.[1];
  // A page or the sprite holds several drawings: their ids would meet.
  if (!shapes || /\sid=/.test(shapes)) throw new Error(`The drawing ${name} cannot stand beside others.`);
  return shapes;
}

/** The shapes of one drawing, for inlining into a page. One decimal is finer than a pixel at any size we draw at. */
export function shapes(name: DrawingName, decimals = 1): string {
  const body = noto.icons[used[name]]?.body;
  if (!body) throw new Error(`Noto has no drawing for ${name}.`);
  return optimised(name, body, decimals);
}

/** Every drawing in one file: pages show one with `<use href="/food.svg#egg">`. */
export function sprite(): string {
  const symbols = (Object.keys(used) as DrawingName[]).map(
    (name) => `<symbol id="${name}" viewBox="0 0 128 128">${shapes(name)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
