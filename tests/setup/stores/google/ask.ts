import type { Question, StoreConnection, StorePurchase } from '#api/purchases/store.ts';
import { FIRST_ORDER, TOKEN } from './payloads.ts';

/** About the purchase of `TOKEN`, whose newest order is known. */
export const question: Question = {
  platform: 'android',
  key: TOKEN,
  environment: 'production',
  productId: null,
  knownOrder: `${FIRST_ORDER}..1`,
  askedOrders: [],
};

/** Throws if there is no purchase in the answer. */
export async function askPurchase(
  { ask }: StoreConnection,
  changes: Partial<Question> = {},
): Promise<StorePurchase> {
  const answer = await ask({ ...question, ...changes }, AbortSignal.timeout(60_000));
  if (answer.kind !== 'purchase') throw new Error(`The answer is ${JSON.stringify(answer)}.`);
  return answer.purchase;
}
