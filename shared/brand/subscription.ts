import { product } from './product.ts';
import { stores } from './stores.ts';

export const subscription = {
  requirement: `${product.name} is a subscription app. You subscribe through the ${stores.map(({ name }) => name).join(' or ')}.`,
  cancelling: 'You need to cancel it yourself, in the store where you subscribed.',
  /** Shown beside every button that deletes an account. */
  renewalWarning: 'If you have a subscription, it continues until you cancel it in the store.',
} as const;
