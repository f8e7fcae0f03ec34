import { product } from './product.ts';
import { stores } from './stores.ts';

export const subscription = {
  requirement: `${product.name} needs a subscription. You buy it in the ${stores.map(({ name }) => name).join(' or ')}.`,
  cancelling: 'We do not cancel it for you: cancel it in the store where you subscribed.',
  /** Shown beside every button that deletes an account. */
  renewalWarning: 'A subscription goes on until you cancel it in the store.',
} as const;
