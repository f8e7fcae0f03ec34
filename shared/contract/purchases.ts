import * as v from 'valibot';
import { externalIdSchema } from './app/users.ts';
import { endpoint } from './endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from './envelope.ts';
import { asObject } from './schema/coerce.ts';

/** Apple's have 16 characters, Google's up to 200. Longer ones could not be in an index. */
const MAX_KEY_BYTES = 1_500;

const keySchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxBytes(MAX_KEY_BYTES),
  v.check((key) => !key.includes('\0') && key.isWellFormed()),
);

export const NO_BUYER = 'Name the user either by userId or by externalId';

/** Whether a text can be the key of a purchase. */
export function isPurchaseKey(text: string): boolean {
  return v.is(keySchema, text);
}

/**
 * PUT /app/purchases, with the scope `purchases:write`: this purchase is this user's, who is named by
 * either id. `key` is Apple's original transaction id or Google's purchase token. Its store is asked soon; a repetition changes nothing. 404 for an unknown
 * user, 409 for a purchase of another user.
 */
export const registerAppPurchase = endpoint({
  method: 'PUT',
  path: '/app/purchases',
  body: v.pipe(
    v.object({
      userId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647))),
      externalId: v.optional(externalIdSchema),
      platform: v.picklist(['ios', 'android']),
      key: v.pipe(v.string(), v.trim(), keySchema),
      productId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
      environment: v.optional(v.picklist(['production', 'sandbox'])),
    }),
    v.check(({ userId, externalId }) => (userId === undefined) !== (externalId === undefined), NO_BUYER),
  ),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});

/** PUT /purchases: the same at its older address. */
export const registerPurchase = endpoint({ ...registerAppPurchase, path: '/purchases' });

/**
 * GET /store-accounts/:userId, with the scope `entitlements:read`: the UUID that the app hands to the store with
 * each purchase, as `appAccountToken` or `obfuscatedAccountId`. 404.
 */
export const readStoreAccount = endpoint({
  method: 'GET',
  path: '/store-accounts/:userId',
  answer: v.object({ ...envelope, data: v.object({ accountToken: v.pipe(v.string(), v.uuid()) }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
