import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { money } from './timeline.ts';

/** Needs `stores:read`. */

const platform = v.picklist(['ios', 'android']);

/** What an order number stands for. Times are ISO 8601 with a zone. */
const foundOrder = v.object({
  store: platform,
  /** The store's own order: of Apple the transaction, which is not the number in the receipt. */
  order: v.string(),
  product: v.nullable(v.string()),
  paidAt: v.nullable(v.string()),
  paidUntil: v.nullable(v.string()),
  /** Null if the store does not say. */
  amount: v.nullable(money),
  refund: v.nullable(v.object({ at: v.string(), amount: v.nullable(money) })),
  /** The order's state, in the store's own words; null for one that is on record here. */
  orderState: v.nullable(v.string()),
  /** A test account has ordered it. */
  isTest: v.boolean(),
  /** Null if the account it belonged to is erased: then nothing else is told. */
  purchase: v.nullable(
    v.object({
      id: v.number(),
      /** In the store's own words; null while the store has not answered. */
      state: v.nullable(v.string()),
      stateAt: v.nullable(v.string()),
      /** It was not known here: its store is asked now. */
      isNew: v.boolean(),
    }),
  ),
  /** Null: not linked to a user. */
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
});
export type OrderFound = v.InferOutput<typeof foundOrder>;

/** What a store said, or why it was not asked. `other`: the number is of something else than a subscription. */
const storeReply = v.object({
  store: platform,
  answer: v.picklist(['found', 'other', 'unknown', 'not_now', 'not_connected']),
  message: v.string(),
});
export type StoreReply = v.InferOutput<typeof storeReply>;

export const MAX_ORDER_NUMBER_LENGTH = 200;

/**
 * POST /admin/order-lookups: what the number of a customer's receipt stands for. Our own charges are read first, then
 * the store whose numbers look like it, or both. A POST, so that the number is in no address and no log. 422 for a text
 * that can be no number.
 */
export const lookUpOrder = endpoint({
  method: 'POST',
  path: '/admin/order-lookups',
  body: v.object({
    number: v.pipe(
      v.string('Enter the order number.'),
      v.trim(),
      v.minLength(1, 'Enter the order number.'),
      v.maxLength(MAX_ORDER_NUMBER_LENGTH, 'An order number isn’t this long.'),
    ),
  }),
  answer: v.object({
    ...envelope,
    data: v.object({ found: v.array(foundOrder), stores: v.array(storeReply) }),
  }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
