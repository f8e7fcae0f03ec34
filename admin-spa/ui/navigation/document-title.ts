import { product } from '#brand/product.ts';

/** The most specific part first. */
export function documentTitle(...parts: readonly string[]): string {
  return [...parts, product.name].join(' · ');
}
