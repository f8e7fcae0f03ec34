import { product } from '#brand/product.ts';

/** The document's title for what is on screen, the most telling part first. */
export function documentTitle(...parts: readonly string[]): string {
  return [...parts, product.name].join(' · ');
}
