import { readStoreAccount, registerPurchase } from '#contract/purchases.ts';
import { readEntitlement } from '#contract/users/courtesy.ts';
import { pick } from '../samples.ts';
import { type Call, call } from './call.ts';

/** Of the app's backend. The server of the bench has it. */
export const APP_BACKEND_KEY = 'the-key-of-the-bench-0123456789abcdef';

export const appBackendCalls: readonly Call[] = [
  call(registerPurchase, ({ samples }, turn) => {
    const { id } = pick(samples.people, turn);
    return {
      token: APP_BACKEND_KEY,
      body: { userId: id, platform: 'ios', key: `bench ${id}`, productId: 'mealwright.monthly' },
    };
  }),
  call(readEntitlement, ({ samples }, turn) => ({
    token: APP_BACKEND_KEY,
    parameters: { userId: pick(samples.people, turn).id },
  })),
  call(readStoreAccount, ({ samples }, turn) => ({
    token: APP_BACKEND_KEY,
    parameters: { userId: pick(samples.people, turn).id },
  })),
];
