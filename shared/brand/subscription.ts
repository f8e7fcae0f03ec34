import { product } from './product.ts';
import { stores } from './stores.ts';

/** What every page says about the subscription, in the same words. */
export const subscription = {
  /** What it is. */
  needed: `${product.name} needs a subscription. You buy it in the ${stores.map(({ name }) => name).join(' or ')}.`,
  /** Who ends it. */
  cancelling: 'We do not cancel it for you: cancel it in the store where you subscribed.',
  /** The warning beside every button that deletes an account. */
  goesOn: 'A subscription goes on until you cancel it in the store.',
} as const;
