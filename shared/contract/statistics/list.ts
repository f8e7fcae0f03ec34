import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject, firstList, toText } from '../schema/coerce.ts';
import { field, number, record } from '../schema/record.ts';

/**
 * Our months are `YYYY-MM`. Revenue is in US dollars with two decimals. `not_converted` is how many charges are not in it,
 * because their currency has no exchange rate; null if the provider does not say.
 */
const statisticsRow = record({
  month: field(v.string(), ({ month }) => toText(month) ?? ''),
  subscription_count: number('subscription_count'),
  total_revenue: number('total_revenue'),
  not_converted: number('not_converted'),
});
export type StatisticsRow = v.InferOutput<typeof statisticsRow.schema>;

const totals = v.object({ users: v.number(), recipes: v.number(), ingredients: v.number() });

/** GET /admin/subscriptions/stats, newest month first. */
export const subscriptionStatistics = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/stats',
  answer: v.object({
    ...envelope,
    ...counted,
    data: v.array(statisticsRow.schema),
    totals: v.nullable(totals),
  }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    ...reshapeCounted(body),
    data: firstList(body, asObject(body).data)?.map(statisticsRow.read),
    totals: v.is(totals, asObject(body).totals) ? asObject(body).totals : null,
  }),
});
