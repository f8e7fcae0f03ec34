import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, identifierSchema, reshapeEnvelope } from './envelope.ts';
import { fields, firstList, identifier, pick, text } from './loose.ts';

/** One subscription of a user; dates are ISO times with zone, `endDate` null while it renews. */
const subscription = v.object({
  id: v.nullable(identifierSchema),
  plan: v.nullable(v.string()),
  status: v.nullable(v.string()),
  startDate: v.nullable(v.string()),
  endDate: v.nullable(v.string()),
});
export type Subscription = v.InferOutput<typeof subscription>;

function reshapeSubscription(value: unknown): Subscription {
  const item = fields(value);
  return {
    id: identifier(pick(item, 'id', 'subscription_id', 'subscriptionId')),
    plan: text(pick(item, 'plan', 'plan_name', 'planName')),
    status: text(item.status),
    startDate: text(pick(item, 'startDate', 'start_date')),
    endDate: text(pick(item, 'endDate', 'end_date')),
  };
}

/** GET /admin/subscriptions/history/:userId, newest first. 404 for a user that does not exist. */
export const subscriptionHistory = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/history/:userId',
  answer: v.object({ ...envelope, data: v.object({ subscriptions: v.array(subscription) }) }),
  reshape: (body) => {
    const data = fields(body).data;
    const list = firstList(fields(data).subscriptions, data, fields(data).data);
    return { ...reshapeEnvelope(body), data: { subscriptions: list?.map(reshapeSubscription) } };
  },
});
