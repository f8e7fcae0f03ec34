import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { pageQuery } from '../list-query.ts';
import { asObject, toNumber } from '../schema/coerce.ts';

/** These calls need `stores:read`. Times are ISO 8601. */

const platform = v.picklist(['ios', 'android']);
const environment = v.picklist(['production', 'sandbox']);
const time = v.string();

/** Counts end here: then there may be more. */
export const MAX_HEALTH_COUNT = 10_000;
const count = v.number();

const notification = v.object({ type: v.string(), sentAt: time, receivedAt: time });

const storeHealth = v.object({
  store: platform,
  /** Null: a sandbox inside the server instead of the store. */
  environments: v.nullable(v.array(environment)),
  /** Whether the call of the test notification is possible. */
  canTest: v.boolean(),
  /** Whether any purchase of it is known, test accounts aside. */
  hasPurchases: v.boolean(),
  /** The last one that the store has delivered; null without one. */
  lastNotification: v.nullable(notification),
  lastTest: v.nullable(notification),
  /** Types that this version doesn’t know, the newest first; at most 20. */
  newKinds: v.array(v.object({ type: v.string(), lastAt: time })),
  lastDay: count,
  /** In the 30 days before the last one. */
  monthBefore: count,
  /** Purchases without an answer although a question is due. */
  due: v.object({
    count,
    /** Null without one. */
    oldest: v.nullable(
      v.object({
        purchaseId: v.number(),
        since: time,
        attempts: v.number(),
        lastError: v.nullable(v.string()),
      }),
    ),
  }),
  /** After the last attempt; the next reconciliation asks again. */
  givenUp: count,
  reconciliation: v.object({
    /** When the last complete run began; null without one. */
    completeAt: v.nullable(time),
    startedAt: v.nullable(time),
    /** When and how the last run failed; both are null if it was complete. */
    failedAt: v.nullable(time),
    failure: v.nullable(v.string()),
    /** Notifications that were not delivered, found by the last run and by all. */
    missedLast: count,
    missedTotal: count,
  }),
  /** The store asked this server for no questions before then; null if it did not. */
  waitsUntil: v.nullable(time),
  /** Purchases that belong to no user, test accounts aside. */
  unattributed: count,
});
export type StoreHealth = v.InferOutput<typeof storeHealth>;

/** GET /admin/store-health. `at` is the time of the server. */
export const readStoreHealth = endpoint({
  method: 'GET',
  path: '/admin/store-health',
  answer: v.object({ ...envelope, data: v.object({ at: time, stores: v.array(storeHealth) }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

const unattributed = v.object({
  id: v.number(),
  store: platform,
  product: v.nullable(v.string()),
  firstSeenAt: time,
  /** In the store's own words; null while the store has not answered. */
  state: v.nullable(v.string()),
});
export type UnattributedPurchase = v.InferOutput<typeof unattributed>;

/** GET /admin/unattributed-purchases: purchases that belong to no user, newest first. The total is at most 10,000. */
export const listUnattributed = endpoint({
  method: 'GET',
  path: '/admin/unattributed-purchases',
  query: pageQuery,
  answer: v.object({ ...envelope, data: v.array(unattributed), total: v.number() }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    data: asObject(body).data,
    total: toNumber(asObject(body).total),
  }),
});

/**
 * POST /admin/store-health/test-notification: asks the store to send a test notification to our webhook. 409 where it
 * cannot, 503 if the store could not be asked.
 */
export const requestTestNotification = endpoint({
  method: 'POST',
  path: '/admin/store-health/test-notification',
  body: v.object({ store: platform }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
