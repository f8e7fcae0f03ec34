import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';

/** What an administrator can do at a store for one subscription. No store charges a customer again from outside. */

/**
 * `extend`: Apple moves the next renewal, for payers, at most twice in 365 days. `defer`: Google moves the next renewal.
 * `cancel`: Google ends the renewal, as if the customer had. `revoke`: Google ends the access at once and gives money back.
 * `refund`: Google gives the money of one order back; the access stays.
 */
export const storeActKinds = ['extend', 'defer', 'cancel', 'revoke', 'refund'] as const;
export type StoreActKind = (typeof storeActKinds)[number];

export const MAX_EXTENDED_DAYS = 90;
export const MAX_DEFERRED_DAYS = 365;
export const MAX_EXTENSIONS_A_YEAR = 2;
export const MAX_REASON_LENGTH = 500;

/** Apple: extendReasonCode 1, 3 and 2. */
export const extendCauses = ['satisfaction', 'service_issue', 'other'] as const;

/** `prorated`: for the time that is not used. */
export const revokeRefunds = ['full', 'prorated'] as const;

const reason = v.pipe(
  v.string('Say why'),
  v.trim(),
  v.minLength(1, 'Say why'),
  v.maxLength(MAX_REASON_LENGTH, `The reason can have at most ${MAX_REASON_LENGTH} characters`),
);

const days = (max: number) => {
  const message = `Enter the days, from 1 to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message));
};

const storeAct = v.variant('kind', [
  v.object({
    kind: v.literal('extend'),
    days: days(MAX_EXTENDED_DAYS),
    cause: v.picklist(extendCauses, 'Choose what the extension is for'),
    reason,
  }),
  v.object({ kind: v.literal('defer'), days: days(MAX_DEFERRED_DAYS), reason }),
  v.object({ kind: v.literal('cancel'), reason }),
  v.object({
    kind: v.literal('revoke'),
    refund: v.picklist(revokeRefunds, 'Choose how much is given back'),
    reason,
  }),
  v.object({ kind: v.literal('refund'), order: v.string('Choose the order'), reason }),
]);
export type StoreAct = v.InferOutput<typeof storeAct>;

const time = v.string();
const money = v.object({ minor: v.number(), currency: v.string() });

const storeActs = v.object({
  /** Null: no store knows the subscription, and nothing can be done. */
  store: v.nullable(v.picklist(['ios', 'android'])),
  /** What the store has, and the subscription is in a state for. */
  possible: v.array(v.picklist(storeActKinds)),
  /** Why the other acts of its store are not possible now, as sentences. */
  because: v.array(v.string()),
  /** When the store renews, or the access ends; ISO 8601. Null: not known. */
  paidUntil: v.nullable(time),
  /** How often Apple still allows an extension in these 365 days; null for Google. */
  extensionsLeft: v.nullable(v.number()),
  /** Orders that Google can refund: paid, in the last 365 days, and not refunded; newest first. Empty for Apple. */
  orders: v.array(v.object({ order: v.string(), at: time, amount: v.nullable(money) })),
  /** What was done before, newest first; at most 20. */
  done: v.array(
    v.object({
      kind: v.picklist(storeActKinds),
      at: time,
      by: v.string(),
      /** `unknown`: the store did not answer, and may have done it. */
      result: v.picklist(['done', 'refused', 'unknown']),
      /** What was done, or why not, as a sentence. */
      text: v.string(),
      reason: v.string(),
    }),
  ),
});
export type StoreActs = v.InferOutput<typeof storeActs>;

/** GET /admin/subscriptions/:id/store-acts. Needs `stores:change`. 404 for an unknown subscription. */
export const readStoreActs = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/:id/store-acts',
  answer: v.object({ ...envelope, data: storeActs }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /admin/subscriptions/:id/store-acts: asks the store to do it now; `message` says what was done. Needs
 * `stores:change` and a proof of the last ten minutes. 404; 409 if it is not possible, another one is running, or the store
 * refuses; 422; 503 if the store did not answer: then it may have been done, and the message says so.
 */
export const doStoreAct = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/:id/store-acts',
  body: storeAct,
  answer: v.object({ ...envelope, data: storeActs }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
