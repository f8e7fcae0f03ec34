import { product } from '#brand/product.ts';

/** The link to a mail that asks to be told when the stores have the app; null without an address to write to. */
export function composeLaunchRequest(stores: string, address: string | null): string | null {
  const subject = `Tell me when ${product.name} is on ${stores}`;
  return address && `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}
