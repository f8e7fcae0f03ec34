import { optimize } from 'svgo';
import { dishes } from './dishes.ts';
import { food } from './food.ts';

const drawings = { ...food, ...dishes };

export type DrawingName = keyof typeof drawings;

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
  return optimizeDrawing(name, drawings[name], decimals);
}

/** Pages show one with `<use href="/food.svg#egg">`. */
export function sprite(): string {
  const symbols = (Object.keys(drawings) as DrawingName[]).map(
    (name) => `<symbol id="${name}" viewBox="0 0 128 128">${shapes(name)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
