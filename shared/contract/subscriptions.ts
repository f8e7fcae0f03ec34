import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { pageQuery } from './list-query.ts';
import { asObject, firstList, firstPresent, toIdentifier, toNumber } from './schema/coerce.ts';
import { field, identifierSchema, record, text } from './schema/record.ts';

/** Dates are ISO 8601 with a zone; `endDate` is null while it renews. */
const subscription = record({
  id: field(v.nullable(identifierSchema), (source) =>
    toIdentifier(firstPresent(source, 'id', 'subscription_id', 'subscriptionId')),
  ),
  plan: text('plan', 'plan_name', 'planName'),
  status: text('status'),
  startDate: text('startDate', 'start_date'),
  endDate: text('endDate', 'end_date'),
});
export type Subscription = v.InferOutput<typeof subscription.schema>;

/**
 * GET /admin/subscriptions/history/:userId: newest first. `page` and `total` need `subscriptions:read`; without `page`
 * every subscription is sent. 404 for an unknown user.
 */
export const subscriptionHistory = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/history/:userId',
  query: pageQuery,
  answer: v.object({
    ...envelope,
    data: v.object({ subscriptions: v.array(subscription.schema) }),
    /** Only of a page. */
    total: v.optional(v.nullable(v.number())),
  }),
  reshape: (body) => {
    const data = asObject(body).data;
    const list = firstList(asObject(data).subscriptions, data, asObject(data).data);
    return {
      ...reshapeEnvelope(body),
      data: { subscriptions: list?.map(subscription.read) },
      total: toNumber(asObject(body).total),
    };
  },
});

const charge = v.object({
  id: v.number(),
  /** ISO 8601 with a zone. */
  at: v.string(),
  /** In US dollars, less what was refunded; null while there is no exchange rate. */
  amount: v.nullable(v.number()),
  /** A retry collected it, or the store by itself. */
  isRecovered: v.boolean(),
  /** The store collected it without a retry. */
  isRecoveredAlone: v.optional(v.boolean(), false),
  /** ISO 4217. */
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), 'USD'),
  /** In minor units of the currency, as cents or yen, and what was refunded of it. Null: the same as `amount`. */
  amount_minor: v.optional(v.nullable(v.number()), null),
  refunded_minor: v.optional(v.number(), 0),
});
export type Charge = v.InferOutput<typeof charge>;

/**
 * GET /admin/subscriptions/:id/charges: what the store collected for one subscription, newest first. Needs
 * `subscriptions:read`. 404 for an unknown subscription.
 */
export const listCharges = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/:id/charges',
  query: pageQuery,
  answer: v.object({ ...envelope, data: v.array(charge), total: v.number() }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});
