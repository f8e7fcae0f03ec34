import type { Money } from '../store.ts';

/** In cents of US dollars, by the last part of the product id. */
export const sandboxPrices = { monthly: 999, annual: 5999, family: 1499 } as const;

/** Other products cost as much as a month. */
export function getSandboxPrice(productId: string | null): Money {
  const [, minor = sandboxPrices.monthly] =
    Object.entries(sandboxPrices).find(([name]) => productId?.endsWith(`.${name}`)) ?? [];
  return { minor, currency: 'USD' };
}
