import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { optimize } from 'svgo';

/** Noto drawings on a canvas of 128 by 128. Only these are shipped. */
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

/** Minifies a drawing; `decimals` is the precision. Throws if its shapes need ids. */
export function optimizeDrawing(name: string, body: string, decimals: number): string {
  const { data } = optimize(canvas(body), { floatPrecision: decimals, multipass: true });
  const shapes = data.match(/^<svg [^>]*>(.*)<\/svg>$/s)?.[1];
  // A page holds several drawings, and ids must be unique.
  if (!shapes || /\sid=/.test(shapes)) throw new Error(`The drawing ${name} cannot stand beside others.`);
  return shapes;
}

/** For inlining. One decimal is finer than a pixel at any size used here. */
export function shapes(name: DrawingName, decimals = 1): string {
  const body = noto.icons[used[name]]?.body;
  if (!body) throw new Error(`Noto has no drawing for ${name}.`);
  return optimizeDrawing(name, body, decimals);
}

/** Pages show one with `<use href="/food.svg#egg">`. */
export function sprite(): string {
  const symbols = (Object.keys(used) as DrawingName[]).map(
    (name) => `<symbol id="${name}" viewBox="0 0 128 128">${shapes(name)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
