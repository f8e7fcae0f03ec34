import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { envelope, reshapeEnvelope } from './envelope.ts';
import { asObject, firstList, firstPresent, toIdentifier } from './schema/coerce.ts';
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

/** GET /admin/subscriptions/history/:userId: newest first. 404 for an unknown user. */
export const subscriptionHistory = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/history/:userId',
  answer: v.object({ ...envelope, data: v.object({ subscriptions: v.array(subscription.schema) }) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const list = firstList(asObject(data).subscriptions, data, asObject(data).data);
    return { ...reshapeEnvelope(body), data: { subscriptions: list?.map(subscription.read) } };
  },
});
